// A client that asks, and counts how often in a row it was refused.
extern void req(void);
extern int answer(void);
int tries = 0;
int main(void) {
  while (1) {
    req();
    if (answer()) {
      if (tries < 3) tries = tries + 1;
    } else {
      tries = 0;
    }
  }
}
