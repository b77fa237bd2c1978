extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void f(int n) { if (n == 5) reach_error(); if (n > 0) f(n - 1); }
int main(void) { f(__VERIFIER_nondet_int()); return 0; }
