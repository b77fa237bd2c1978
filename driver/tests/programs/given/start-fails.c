// What fails where the program starts is not proved by invariants of what comes later.
// options: --predicates start-fails.preds --no-certify --no-replay
// check: AG at(L) => FALSE
int main(void) {
  int x = 0;
  int y = 1;
  x = y + 1;
L:
  x = 1;
  return x;
}
