// The environment chooses where p points to.
// check: EF (at(END) & {x == 1}) => TRUE
// check: EF (at(END) & {y == 1}) => TRUE
// check: AG !(at(END) & {x == 1 && y == 1}) => TRUE
// check: AF (at(END) & ({x == 1} | {y == 1})) => TRUE
// check: AF (at(END) & {x == 1}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  *p = 1;
END:
  return 0;
}
