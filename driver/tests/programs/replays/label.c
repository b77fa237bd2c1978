// A label that is reached.
// options: --error-label BAD
// check: default => FALSE
// says: , replayed
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int n = __VERIFIER_nondet_int();
  if (n == 42) {
    BAD: n = 1;
  }
  return 0; }
