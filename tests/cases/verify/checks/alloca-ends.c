// What alloca gives is gone when the function returns that called it.
// options: --check memory
// check: default => FALSE
#include <stddef.h>
void *alloca(size_t size);

static int *numbers(void) {
  int *all = alloca(3 * sizeof(int));
  for (int i = 0; i < 3; i++)
    all[i] = i;
  return all;
}

int main(void) {
  int *all = numbers();
  return all[1];
}
