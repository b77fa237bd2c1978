extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int coins = 0, locked = 1;

int main(void) {
  while (1) {
    int push = __VERIFIER_nondet_int();
    if (push) {
      if (!locked) {
        coins = coins - 1;
        locked = 1;
      }
    } else if (coins < 2) {
      coins = coins + 1;
      locked = 0;
    }
    if (locked && coins > 0) reach_error();
  }
}
