extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int();
  while (x > 0) { x = x - 1; if (x < 0) reach_error(); }
  L: return x; }
