void f(void) { goto 1; }
