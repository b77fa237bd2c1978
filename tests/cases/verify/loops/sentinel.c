// A search ends at the latest at a cell that holds what is searched for.
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[1000], i;
  for (i = 0; i < 999; i++)
    a[i] = __VERIFIER_nondet_int();
  a[999] = 7;
  for (i = 0; a[i] != 7; i++)
    ;
  if (i > 999)
    reach_error();
  return 0;
}
