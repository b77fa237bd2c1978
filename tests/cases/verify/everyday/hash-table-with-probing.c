// A removed entry ends the search for those behind it.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#define SLOTS 4
static unsigned char slots[SLOTS];
static void put(unsigned char key) {
  unsigned i = key % SLOTS;
  while (slots[i] && slots[i] != key)
    i = (i + 1) % SLOTS;
  slots[i] = key;
}
static bool find(unsigned char key, unsigned *place) {
  unsigned i = key % SLOTS;
  for (int n = 0; n < SLOTS && slots[i]; n++) {
    if (slots[i] == key) {
      *place = i;
      return true;
    }
    i = (i + 1) % SLOTS;
  }
  return false;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned place;
  __VERIFIER_assume(a && b && a != b);
  put(a);
  put(b);
  assert(find(a, &place) && find(b, &place));
  find(a, &place);
  slots[place] = 0;
  assert(find(b, &place));
  return 0;
}
