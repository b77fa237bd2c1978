extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0, z = 0;
  while (__VERIFIER_nondet_int()) {
    z = z + 1;
    if (x < 5) { x = x + 1; y = y + 1; }
  }
  if (x != y) reach_error();
  return 0;
}
