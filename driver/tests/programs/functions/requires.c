// Comments before a function restrict its arguments.
// options: --function divide
// check: default => TRUE
// options: --function root
// check: default => TRUE
// options: --function doubled
// check: default => FALSE
// options: --function above
// check: AG !at(NEVER) => TRUE
// check: AG !at(BELOW) => FALSE
// options: --function bad
// check: default => REFUSED
// says: this condition cannot be read
extern void reach_error(void);

// The quotient, rounded.
// requires: y > 0 && y <= 10
static int divide(int x, int y)
{
  if (y == 0 || y == 11) reach_error();
  return x / y;
}

/*@ requires 0 <= x;
  @ requires x <= 100;
  @*/
static int
root(int x)
{
  int r = 0;
  if (x < 0 || x > 100) reach_error();
  return r;
}

/* requires: x > 5 */
int other;

static int doubled(int x)
{
  if (x < 5) reach_error();
  return 2 * x;
}

static int least;
// requires: x > least
static int above(int x)
{
  if (x == -2147483647 - 1) {
  NEVER:;
  }
  if (x < 0) {
  BELOW:;
  }
  return x;
}

//@ requires \forall integer i; i > x;
static int bad(int x) { return x; }
