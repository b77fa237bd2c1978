#include <assert.h>
int main(void) {
  int x = 0;
  int y;
  y = x;
  assert(y == 0);
  return 0;
}
