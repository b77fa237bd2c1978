int f(void) { if (x { } }
