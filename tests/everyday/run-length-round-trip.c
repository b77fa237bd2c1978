// Runs are encoded and decoded.
// check: default => TRUE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static int encode(const char *in, int n, char *out) {
  int length = 0;
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && in[i + run] == in[i])
      run++;
    out[length++] = (char)run;
    out[length++] = in[i];
    i += run;
  }
  return length;
}
static int decode(const char *in, int n, char *out) {
  int length = 0;
  for (int i = 0; i < n; i += 2)
    for (int k = 0; k < in[i]; k++)
      out[length++] = in[i + 1];
  return length;
}
int main(void) {
  char in[4], packed[8], out[4];
  for (int i = 0; i < 4; i++)
    in[i] = __VERIFIER_nondet_char();
  int n = encode(in, 4, packed);
  assert(n <= 8);
  assert(decode(packed, n, out) == 4);
  assert(memcmp(in, out, 4) == 0);
  return 0;
}
