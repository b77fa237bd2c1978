// Other code defines the variable: it has some value, which is not the environment's choice.
// check: AG !at(TWO) => UNKNOWN
// check: AG !at(BOTH) => TRUE
extern int elsewhere;
int main(void) {
  if (elsewhere == 2) {
  TWO:;
    if (elsewhere == 3) {
    BOTH:;
    }
  }
  return 0;
}
