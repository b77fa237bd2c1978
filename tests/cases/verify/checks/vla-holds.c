// An array of variable length has as many bytes as its length says, also for those that get a
// pointer to it, and in several dimensions.
// options: --check memory --check bounds
// check: default => TRUE
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(const int *all, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += all[i];
  return s;
}

static int squares(int n) {
  int all[n];
  for (int i = 0; i < n; i++)
    all[i] = i * i;
  return sum(all, n);
}

int main(void) {
  int rows = 1 + __VERIFIER_nondet_uchar() % 2, s = 0;
  char grid[rows][3];
  for (int r = 0; r < rows; r++)
    grid[r][2] = (char)r;
  assert(grid[rows - 1][2] == rows - 1);
  for (int n = 1; n < 3; n++)
    s += squares(n);
  assert(s == 1);
  return 0;
}
