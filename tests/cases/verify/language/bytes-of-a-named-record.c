// An index of a record's bytes goes through all of it, not only the array that it begins with.
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
extern int __VERIFIER_nondet_int(void);
struct row { char name[4]; int number; };
int main(void) {
  struct row s = {"abc", 7};
  int i = __VERIFIER_nondet_int();
  if (i == 4 && __VERIFIER_nondet_int() == 123456789) {
    ((char *)&s)[i] = 9;
    if (s.number != 9 || s.name[0] != 'a') goto WRONG;
    if (s.number == 9) goto RIGHT;
  }
  return 0;
WRONG:
  return 1;
RIGHT:
  return 2;
}
