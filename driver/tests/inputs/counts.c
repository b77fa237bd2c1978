extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) { L: if (x < 10) { x = x + 1; y = y + 2; } }
  if (y != 2 * x) reach_error();
  return 0;
}
