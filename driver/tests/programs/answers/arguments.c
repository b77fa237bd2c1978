// The arguments of the function that starts are shown, after what fails.
// options: --entry absdiff
// check: default => FALSE
// says: assertion `d >= 0` fails (arguments.c:17, in absdiff)$
// says: arguments: a = 
// says: if (d < 0): taken (d = -2147483648)$
// says: assert(d >= 0): fails (d = -2147483648)$
// lacks: __assert_fail
// options: --entry absdiff --json
// check: default => FALSE
// says: "text": "d >= 0"
// says: "function": "absdiff"
#include <assert.h>
int absdiff(int a, int b) {
  int d = a - b;
  if (d < 0) d = b - a;
  assert(d >= 0);
  return d;
}
int main(void) { return absdiff(1, 2); }
