// A variable is no block, and neither is the middle of one.
// options: --check free
// check: default => FALSE
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(8);
  free(p + (__VERIFIER_nondet_int() == 3));
  return 0;
}
