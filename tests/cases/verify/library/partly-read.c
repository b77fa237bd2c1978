// Less than an element may have been read: fread then counts no element, and memory has changed.
// check: AG !at(PARTLY) => UNKNOWN
// check: AG !at(READ) => FALSE
#include <stdio.h>
int main(void) {
  char x = 5;
  unsigned long n = fread(&x, 1, 1, stdin);
  if (n == 0 && x != 5) { PARTLY: x = 0; }
  if (n == 1 && x == 7) { READ: x = 0; }
  return 0;
}
