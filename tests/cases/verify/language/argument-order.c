// Arguments from right to left, as gcc evaluates them; C allows other orders, and the ledger says so.
// check: default => TRUE
extern void reach_error(void);
static int count;
static int next(void) { return ++count; }
static int both(int a, int b) { return a * 10 + b; }
int main(void) {
  if (both(next(), next()) != 21)
    reach_error();
  return 0;
}
