// What is given is not believed: the sum is not a square.
// options: --predicates wrong.preds
// check: default => FALSE
// says: assertion `s == i * i` fails
#include <assert.h>
int main(void) {
  unsigned s = 0, i = 0;
  while (i < 10) {
    i = i + 1;
    s = s + i;
  }
  assert(s == i * i);
  return 0;
}
