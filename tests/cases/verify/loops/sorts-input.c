// As sorts.c, but what is sorted depends on an input: one execution does not say it for all.
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4], i, n, s;
  n = __VERIFIER_nondet_int();
  s = 0;
  for (i = 0; i < 60; i++)
    s += i;
  for (i = 0; i < 4; i++)
    a[i] = i;
  a[1] = n;
  if (a[1] > a[2])
    reach_error();
  return 0;
}
