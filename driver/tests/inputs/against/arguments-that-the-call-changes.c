int f(int n) { if (n == 3) return 0; return 3; }
int main(void) { int s = 0; s = f(s); if (s == 3) return 1; return 0; }
