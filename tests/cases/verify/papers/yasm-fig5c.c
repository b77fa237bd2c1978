// YASM Fig. 5(c): one predicate more for each round of the loop.
// options: --no-passes
// check: EF at(END) => TRUE
// check: AF at(END) => TRUE
// check: AG !at(END) => FALSE
// check: AG (at(END) -> {x == 0}) => TRUE
int main(void) {
  int x;
  x = 10;
  while (x > 0)
    x = x - 1;
END:
  return 0;
}
