// The address behind an array is larger than those in it.
// default => TRUE
extern void reach_error(void);
static int a[4];
int main(void) {
  int n = 0;
  for (int *p = a; p < a + 4; p++)
    n = n + 1;
  if (n != 4 || a >= a + 4)
    reach_error();
  return 0;
}
