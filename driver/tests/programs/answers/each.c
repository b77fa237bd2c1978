// Every assertion has a verdict of its own.
// check: default => FALSE
// says: `i == n`: proved
// says: `sum < 20`: refuted, replayed$
// says: `sum >= 0`: proved
// says: `sum == 0`: unreachable
// says: assertion `sum < 20` fails (each.c:29, in main)$
// says: call limit(v = 0, max = 3)$
// says: if (n < 0 || n > 10): not taken (n = 
// says: while (i < n): entered (i = 0, n = 
// says: more rounds of this loop$
// options: --first
// check: default => FALSE
// says: `i == n`: unknown: not asked about (--first)$
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int limit(int v, int max) {
  if (v > max) return max;
  return v;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, sum = 0;
  if (n < 0 || n > 10) return 0;
  while (i < n) {
    sum = sum + limit(i, 3);
    i = i + 1;
  }
  assert(i == n);
  assert(sum < 20);
  assert(sum >= 0);
  if (n > 20) assert(sum == 0);
  return 0;
}
