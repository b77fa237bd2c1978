// A loop whose first round begins in the middle copies as many bytes as it should.
// check: default => TRUE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static void copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}
int main(void) {
  char a[9] = "abcdefgh", b[9] = {0};
  int n = 1 + __VERIFIER_nondet_uchar() % 8;
  copy(b, a, n);
  for (int i = 0; i < 8; i++) assert(b[i] == (i < n ? a[i] : 0));
  return 0;
}
