// The length of a record is checked without its head.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 6
static int last_end;
static int count(const uint8_t *p, int n) {
  int records = 0, at = 0;
  while (at + 2 <= n) {
    int length = p[at + 1];
    if (at + length > n)
      return -1;
    at += 2 + length;
    records++;
  }
  last_end = at;
  return records;
}
int main(void) {
  uint8_t message[SIZE];
  for (int i = 0; i < SIZE; i++)
    message[i] = __VERIFIER_nondet_uchar();
  if (count(message, SIZE) >= 0)
    assert(last_end <= SIZE);
  return 0;
}
