// `1.0iF` is what `I` of <complex.h> stands for: complex numbers are unknown, the rest of the program is not.
// check: AG !at(REAL) => UNKNOWN
// check: AG !at(COUNT) => TRUE
int main(void) {
  int count = 1;
  _Complex double z = 1.0 + 2.0 * 1.0iF + 3.0fi - 0.5j;
  if (__real__ z == 1.0)
    REAL:;
  if (count != 1)
    COUNT:;
  return 0;
}
