// What Belnap writes is read back: names in certificates are unique, and the first has no number.
// check: default => TRUE
// says: certified
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void f(int n) { int x = 0; while (x < n) x++; if (n > 0 && x != n) reach_error(); }
int main(void) { f(__VERIFIER_nondet_int()); f(3); return 0; }
