// The running sum of a window agrees with adding it up.
// check: default => TRUE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

#define WINDOW 3
struct filter {
  int samples[WINDOW];
  int next;
  int sum;
};
static void put(struct filter *f, int sample) {
  f->sum += sample - f->samples[f->next];
  f->samples[f->next] = sample;
  f->next = (f->next + 1) % WINDOW;
}
int main(void) {
  struct filter f = {{0}, 0, 0};
  int last[4];
  for (int i = 0; i < 4; i++) {
    last[i] = __VERIFIER_nondet_uchar();
    put(&f, last[i]);
  }
  assert(f.sum == last[1] + last[2] + last[3]);
  return 0;
}
