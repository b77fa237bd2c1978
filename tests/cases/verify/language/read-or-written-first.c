// Whether a variable is read before or after a call that writes it is open, in all these.
// check: AG !at(SUM) => UNKNOWN
// check: AG !at(PLACE) => UNKNOWN
// check: AG !at(UPDATE) => UNKNOWN
// check: AG !at(ARGUMENT) => UNKNOWN
// check: AG !at(NEVER) => TRUE
int i = 1;
int a[4];
static int g(void) { i = 3; return 1; }
static int second(int x, int y) { return y; }
int main(void) {
  int r = i + g();
  if (r != 2) { SUM: i = 1; }
  if (r != 2 && r != 4) { NEVER: i = 1; }
  i = 1;
  a[i] = g();
  if (!a[1]) { PLACE: i = 1; }
  i = 1;
  i += g();
  if (i != 2) { UPDATE: i = 1; }
  i = 1;
  if (second(g(), i) != 1) { ARGUMENT: i = 1; }
  return 0;
}
