// Constants of type `long double` have more bits than those of type `double`: only what both have is known.
// check: AG !at(TENTH) => UNKNOWN
// check: AG !at(THIRD) => UNKNOWN
// check: AG !at(HALF) => TRUE
// check: AG !at(WHOLE) => TRUE
static int tenth = 0.1L == 0.1;
static int third = 1.0L / 3 == 1.0 / 3;
static int half = 0.5L == 0.5;
static int whole = 3.0L * 4 == 12;
int main(void) {
  if (tenth)
    TENTH:;
  if (third)
    THIRD:;
  if (!half)
    HALF:;
  if (!whole)
    WHOLE:;
  return 0;
}
