// How far labels are apart is not known, and nothing chooses it.
// check: AG !at(SAME) => UNKNOWN
int main(void) {
  int distance = &&y - &&x;
  int r = 0;
  goto *(&&x + distance);
x:
  r += 1;
y:
  r += 10;
  if (r == 11) { SAME: r = 0; }
  return 0;
}
