// A proof that is certified, strictly too, and says nothing of assertions that are not reached.
// check: default => TRUE
// says: , certified$
// lacks: whatever
// options: --strict
// check: default => TRUE
// options: --integers mathematical
// check: default => TRUE
// says: if integers have no bounds
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int i = 0; int n = __VERIFIER_nondet_int();
  while (i < n) { i++; if (i <= 0) reach_error(); }
  return 0; }
