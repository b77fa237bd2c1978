// Sizes, limits, layouts and promotions of the machine of 16 bits (MSP430).
// options: -m16
// check: default => TRUE
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct s { char c; long l; char d; int i; };
enum e { A, B = 40000u };
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned short u = 65535;
  unsigned char c = x;
  assert(sizeof(int) == 2 && sizeof(long) == 4 && sizeof(void *) == 2 && sizeof(size_t) == 2);
  assert(sizeof(long long) == 8 && sizeof(L'a') == 4 && sizeof(enum e) == 2);
  assert(INT_MAX == 32767 && UINT_MAX == 65535u && LONG_MAX == 2147483647);
  assert(sizeof(uint32_t) == 4 && UINT32_MAX == 4294967295ul && sizeof(40000) == 4);
  assert(offsetof(struct s, l) == 2 && offsetof(struct s, i) == 8 && sizeof(struct s) == 10);
  assert(x <= 32767 && x >= -32768);
  assert(u + 1 == 0 && 0xffff == -1 && (char)200 == 200);
  assert(c + 1 > 0 && c * 256L < 65536);
  assert(strlen("abc") == 3);
  return 0;
}
