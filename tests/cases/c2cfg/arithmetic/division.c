// A divisor that may be zero is guarded: the machine traps.
int x, y;
int main(void) {
  x = x / 3;
  x = x / y;
  x = (unsigned)x % (unsigned)y;
  return x;
}
