// Of a character in a class, no more than non-zero is promised.
// check: AG !at(ONE) => UNKNOWN
// check: AG !at(DIGIT) => FALSE
// check: AG !at(NO_DIGIT) => TRUE
int isdigit(int);
int main(void) {
  int r = isdigit('5');
  if (r == 1) { ONE: r = 2; }
  if (r) { DIGIT: r = 2; }
  if (isdigit('a')) { NO_DIGIT: r = 2; }
  return 0;
}
