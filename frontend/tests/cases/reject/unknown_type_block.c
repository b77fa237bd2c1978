void f(void) { foo x; }
