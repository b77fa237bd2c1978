// What is not freed is lost when `main` returns, and not if a global variable points to it.
// options: --check leak
// check: default => FALSE
// options: --check lost
// check: default => FALSE
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int()) free(p);
  return 0;
}
