// The length of a string literal.
// check: default => TRUE
#include <assert.h>
#include <string.h>

int main(void) {
  assert(strlen("hello") == 5);
  return 0;
}
