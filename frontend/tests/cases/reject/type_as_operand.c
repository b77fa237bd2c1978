typedef int T; int f(void) { return 1 + T; }
