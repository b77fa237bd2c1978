// The last run is written only if it is longer than one.
// check: default => FALSE
#include <assert.h>
char __VERIFIER_nondet_char(void);

static int encode(const char *in, int n, char *out) {
  int length = 0, run = 1;
  for (int i = 1; i < n; i++) {
    if (in[i] == in[i - 1])
      run++;
    else {
      out[length++] = (char)run;
      out[length++] = in[i - 1];
      run = 1;
    }
  }
  if (run > 1) {
    out[length++] = (char)run;
    out[length++] = in[n - 1];
  }
  return length;
}
int main(void) {
  char in[4], packed[8];
  for (int i = 0; i < 4; i++)
    in[i] = __VERIFIER_nondet_char();
  int n = encode(in, 4, packed), total = 0;
  for (int i = 0; i < n; i += 2)
    total += packed[i];
  assert(total == 4);
  return 0;
}
