// Four quarter turns of an image leave it as it was.
// check: default => TRUE
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

#define N 3
typedef unsigned char image[N][N];
static void turn(image from, image to) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[j][N - 1 - i] = from[i][j];
}
int main(void) {
  image a, b, start;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      start[i][j] = a[i][j] = __VERIFIER_nondet_uchar();
  turn(a, b);
  turn(b, a);
  turn(a, b);
  turn(b, a);
  assert(memcmp(a, start, sizeof a) == 0);
  return 0;
}
