// Never ends since x stays odd; y goes up for ever.
// property: AG !at(END) => TRUE
// property: EG !at(END) => TRUE
// property: AF at(END) => FALSE
// property: AG AF at(LOOP) => TRUE
// property: AG EF at(LOOP) => TRUE
// property: EG AF at(LOOP) => TRUE
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
