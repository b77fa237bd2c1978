// A proof about an assertion that is never reached says so.
// check: default => TRUE
// says: no assertion and no condition of an error is ever reached
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = 1; if (x == 2) { if (__VERIFIER_nondet_int()) reach_error(); }
  return 0; }
