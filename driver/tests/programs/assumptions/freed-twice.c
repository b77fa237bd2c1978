// What is freed must be allocated.
// check: default => TRUE
// if: free gets what was allocated and is not freed yet

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void free(void *);

int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x == 123456789) free(&x);
  if (x > 5 && x < 3) reach_error();
  return 0;
}
