// Words with the same letters, in two ways.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
unsigned char __VERIFIER_nondet_uchar(void);

static bool by_counts(const char *a, const char *b) {
  int count[4] = {0};
  for (int i = 0; i < 3; i++) {
    count[a[i] - 'a']++;
    count[b[i] - 'a']--;
  }
  for (int i = 0; i < 4; i++)
    if (count[i])
      return false;
  return true;
}
static bool by_crossing_out(const char *a, const char *b) {
  bool used[3] = {false};
  for (int i = 0; i < 3; i++) {
    int j = 0;
    while (j < 3 && (used[j] || b[j] != a[i]))
      j++;
    if (j == 3)
      return false;
    used[j] = true;
  }
  return true;
}
int main(void) {
  char a[3], b[3];
  for (int i = 0; i < 3; i++) {
    a[i] = (char)('a' + __VERIFIER_nondet_uchar() % 4);
    b[i] = (char)('a' + __VERIFIER_nondet_uchar() % 4);
  }
  assert(by_counts(a, b) == by_crossing_out(a, b));
  return 0;
}
