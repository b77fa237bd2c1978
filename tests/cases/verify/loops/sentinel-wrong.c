// The search may end at the last cell.
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4], i;
  for (i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  a[3] = 7;
  for (i = 0; a[i] != 7; i++)
    ;
  if (i >= 3)
    reach_error();
  return 0;
}
