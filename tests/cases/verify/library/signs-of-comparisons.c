// Of a comparison, no more than the sign is promised.
// check: AG !at(DIFFERENT) => FALSE
// check: AG !at(POSITIVE) => TRUE
// check: AG !at(MINUS_ONE) => UNKNOWN
int memcmp(const void *, const void *, unsigned long);
int main(void) {
  char a = 'a', c = 'c';
  int r = memcmp(&a, &c, 1);
  if (r) { DIFFERENT: a = 0; }
  if (r > 0) { POSITIVE: a = 0; }
  if (r == -1) { MINUS_ONE: a = 0; }
  return 0;
}
