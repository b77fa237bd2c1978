// The address behind an array is larger than those in it.
// check: default => TRUE
extern void reach_error(void);
static int a[4];
int main(void) {
  int *p = a + 4;
  if (a >= a + 4 || p <= a + 1 || p < a)
    reach_error();
  return 0;
}
