// Places that passes find out of reach are known.
// check: AG !at(out-of-reach.c:11) => TRUE
// check: EF enter(unused) => FALSE
// check: AG (at(out-of-reach.c:15) -> {g == 2}) => TRUE
// check: AG !at(out-of-reach.c:65) => REFUSED
int g;
void unused(void) { g = 3; }
int main(void) {
  int c = 0;
  if (c)
  g = 1;
  if (c > 1)
  unused();
  g = 2;
  return g;
}
