// A local of a block is another one in the next round, perhaps at the same place: nothing is said.
// options: --check access
// check: default => UNKNOWN
int main(void) {
  int *p;
  for (int i = 0; i < 2; i++) {
    int a[10];
    if (i == 0) p = a;
    else p[0] = 1;
  }
  return 0;
}
