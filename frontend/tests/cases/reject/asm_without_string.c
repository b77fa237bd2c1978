void f(void) { asm(x); }
