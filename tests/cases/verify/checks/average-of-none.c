// An empty list of samples has no average.
// options: --check div
// check: default => FALSE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int average(const unsigned char *samples, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += samples[i];
  return sum / count;
}
int main(void) {
  unsigned char samples[4];
  int count = __VERIFIER_nondet_uchar() % 5;
  for (int i = 0; i < count; i++)
    samples[i] = __VERIFIER_nondet_uchar();
  int mean = average(samples, count);
  assert(mean >= 0 && mean <= 255);
  return 0;
}
