// A copy of a record that begins with an array copies what comes after the array, too.
// check: AG !at(WRITTEN) => FALSE
// check: AG !at(OTHER) => TRUE
extern int __VERIFIER_nondet_int(void);
struct named { char name[3]; int *to; };
int main(void) {
  int x = 1;
  struct named given = {"ab", &x}, copy;
  if (__VERIFIER_nondet_int() == 123456789) {
    copy = given;
    *copy.to = 3;
  }
  if (x == 3) {
  WRITTEN:;
  } else if (x != 1) {
  OTHER:;
  }
  return 0;
}
