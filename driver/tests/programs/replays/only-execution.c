// A program that nothing can change is run; one input that matters, and it is not.
// options: -DVALUE=0
// check: default => TRUE
// says: , replayed$
// says: the program has one execution
// options: -DVALUE=0 --error-label BAD
// check: default => TRUE
// says: , replayed$
// says: the program has one execution
// options: -DVALUE=__VERIFIER_nondet_int()
// check: default => FALSE
// says: , replayed$
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int s = 0, u, v = VALUE; for (int i = 0; i < 60; i++) s += i * u - i * u + 1;
  if (v) s++;
  if (s != 60) { BAD: reach_error(); }
  return 117; }
