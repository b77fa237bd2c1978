// So many values are not listed, in however few sets: memory would be full of these.
// check: AG !at(END) => TRUE
int main(void) {
  unsigned x = 1, y = 0;
  while (x % 2 == 1) {
    x = x + 2;
    y = y + 1;
  }
END:
  return 0;
}
