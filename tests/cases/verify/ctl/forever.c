// Never ends since x stays odd; y goes up for ever.
// check: AG !at(END) => TRUE
// check: EG !at(END) => TRUE
// check: AF at(END) => FALSE
// check: AG AF at(LOOP) => TRUE
// check: AG EF at(LOOP) => TRUE
// check: EG AF at(LOOP) => TRUE
int main(void) {
  unsigned x, y;
  x = 1;
  y = 0;
  while (x % 2 == 1) {
  LOOP:
    x = x + 2;
    y = y + 1;
  }
END:
  return 0;
}
