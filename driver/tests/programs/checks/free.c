// The library notices that something is freed twice.
// options: --check free
// check: default => FALSE
// says: replayed
// says: FALSE(valid-free)
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
  int *p = malloc(sizeof *p);
  free(p);
  if (__VERIFIER_nondet_int() == 7) free(p);
  return 0;
}
