// What is read twice may be different; an automatic variable is read as it was written.
// check: AG !at(SAME) => FALSE
// check: AG !at(RANGE) => TRUE
// check: AG !at(LOCAL) => TRUE
// check: AG !at(BITS) => TRUE
// options: --volatile memory
// check: AG !at(SAME) => TRUE
static volatile unsigned char port = 3;
static volatile struct { unsigned low : 3; } bits;
int main(void)
{
  volatile int own = 5;
  if (port != port) {
  SAME:;
  }
  if (port > 255) {
  RANGE:;
  }
  if (own != 5) {
  LOCAL:;
  }
  if (bits.low > 7) {
  BITS:;
  }
  return 0;
}
