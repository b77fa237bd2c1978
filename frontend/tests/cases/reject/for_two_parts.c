void f(void) { for (;) ; }
