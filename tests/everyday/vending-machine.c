// Giving the money back does not forget it.
// check: default => FALSE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

enum { PRICE = 3 };
static int credit, sold, returned, paid;
static void insert(int coin) {
  credit += coin;
  paid += coin;
}
static void buy(void) {
  if (credit >= PRICE) {
    sold++;
    credit -= PRICE;
  }
}
static void give_back(void) {
  returned += credit;
  if (sold > 0)
    credit = 0;
}
int main(void) {
  for (int i = 0; i < 5; i++) {
    switch (__VERIFIER_nondet_uchar() % 3) {
    case 0: insert(2); break;
    case 1: buy(); break;
    default: give_back();
    }
    assert(sold * PRICE + returned <= paid);
  }
  return 0;
}
