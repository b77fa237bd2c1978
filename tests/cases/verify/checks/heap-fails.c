// A block of an input's size, written one too far.
// options: --check access
// check: default => FALSE
// options: --check free
// check: default => TRUE
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100) return 0;
  char *p = malloc(n);
  p[n] = 0;
  free(p);
  return 0;
}
