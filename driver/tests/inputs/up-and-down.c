extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { int x = 3; x = x + 1; x = x - 1;
  if (x != 3) reach_error(); return 0; }
