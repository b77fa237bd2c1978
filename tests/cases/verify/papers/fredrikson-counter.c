// Fredrikson Example 1 with i := N: where N is negative the loop is not entered and i stays negative.
// options: --integers mathematical
// check: AG (at(END) -> {i >= 0}) => FALSE
// check: AG (at(END) -> {N < 0 || i >= 0}) => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int N = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  int i = N;
  while (0 <= x && x < N) {
    i = i - 1;
    x = x + 1;
  }
END:
  return 0;
}
