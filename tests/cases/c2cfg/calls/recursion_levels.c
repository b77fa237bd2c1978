// Some levels of recursive calls are inlined, those of each circle of calls by themselves; deeper calls stay.
// options: --recursion 2
int odd(unsigned n);
int even(unsigned n) { if (n == 0) return 1; return odd(n - 1); }
int odd(unsigned n) { if (n == 0) return 0; return even(n - 1); }
int fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); }
int main(void) { return even(4) + fact(5); }
