// YASM Fig. 5(c): one predicate more for each round of the loop.
// verify: --no-passes
// property: EF at(END) => TRUE
// property: AF at(END) => TRUE
// property: AG !at(END) => FALSE
// property: AG (at(END) -> {x == 0}) => TRUE
int main(void) {
  int x;
  x = 10;
  while (x > 0)
    x = x - 1;
END:
  return 0;
}
