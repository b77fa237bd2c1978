// One too far.
// options: --check bounds
// check: default => FALSE
// options: --check access
// check: default => FALSE
int a[10];
int main(void) {
  int i;
  for (i = 0; i <= 10; i++) a[i] = i;
  return 0;
}
