// An access that plainly stays in its object rests on nothing.
// options: --strict
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int a[2]; int main(void) { a[1] = 1; if (!a[1]) reach_error(); }
