void f(void) { do ; }
