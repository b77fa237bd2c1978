// That both sides of a `memcpy` are apart is assumed where they are not plainly: of these copies,
// the first, and the one by an index.
#include <string.h>
char a[8], b[8];
int main(int argc, char **argv) {
  memcpy(a + 1, a, 3);
  memcpy(a, a + 4, 4);
  memcpy(a, b, 8);
  memmove(a, a + 1, 4);
  memcpy(a + (argc & 3), a + 4, 2);
  return 0;
}
