// What is checked is not assumed: only that there is memory is.
// options: --check memory
// check: default => TRUE
// says: certified, if whatever loses memory can go on to the end of the program; malloc never fails
// lacks: stays in its object
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100) return 0;
  char *p = malloc(n);
  p[n - 1] = 0;
  free(p);
  return 0;
}
