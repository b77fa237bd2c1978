// Fredrikson §4.3, i := abs(N) + 1: the loop runs at most N times, so i stays positive.
// options: --integers mathematical
// check: AG (at(END) -> {i >= 0}) => TRUE
// check: AG (at(END) -> {i >= 2}) => FALSE
// The second one: N = 0 gives i = 1 at once.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int N = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  int i = (N < 0 ? -N : N) + 1;
  while (0 <= x && x < N) {
    i = i - 1;
    x = x + 1;
  }
END:
  return 0;
}
