// A member of a struct that is kept in bytes is shown with its sign.
// check: default => FALSE
// says: r->degrees = t: r->degrees = -300
// says: r->degrees -= 600: r->degrees = -900
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

struct reading { short degrees, offset; };

static void set(struct reading *r, int t) {
  r->degrees = t;
  r->degrees -= 600;
}

int main(void) {
  struct reading b;
  memset(&b, 0, sizeof b);
  int t = __VERIFIER_nondet_int();
  if (t != -300)
    return 0;
  set(&b, t);
  unsigned char *raw = (unsigned char *)&b;
  if (b.degrees < 0 && raw[0] == 0x7c)
    assert(0);
  return 0;
}
