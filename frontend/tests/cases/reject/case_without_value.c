void f(void) { switch (1) { case : ; } }
