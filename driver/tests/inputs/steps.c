extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = 0, b = 0, c = 0, d = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
    if (n == 0) { a = 1; n = 1; }
    else if (n == 1) { if (a != 1) reach_error(); b = a + 1; n = 2; }
    else if (n == 2) { if (b != 2) reach_error(); c = b + 1; n = 3; }
    else { if (c != 3) reach_error(); d = c + 1; n = 0; }
    L: d = d;
  }
  M: return 0;
}
