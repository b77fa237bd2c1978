// Freed twice, if the input is 7.
// options: --check free
// check: default => FALSE
// options: --check access
// check: default => TRUE
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  if (__VERIFIER_nondet_int() == 7) free(p);
  return 0;
}
