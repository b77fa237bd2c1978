// What alloca gives is there as long as the function that called it, also after a block, and in the
// functions that it calls; what an earlier call of that function got does not matter.
// options: --check memory
// check: default => TRUE
#include <stddef.h>
void *alloca(size_t size);

static int sum(const int *all, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += all[i];
  return s;
}

static int squares(int n) {
  int *all = NULL;
  if (n > 0) {
    all = alloca(n * sizeof(int));
    for (int i = 0; i < n; i++)
      all[i] = i * i;
  }
  return sum(all, n);
}

int main(void) {
  int s = 0;
  for (int n = 0; n < 3; n++)
    s += squares(n);
  return s;
}
