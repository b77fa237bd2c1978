int f(void) { } }
