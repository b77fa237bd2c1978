// The environment chooses where p points to.
// property: EF (at(END) & {x == 1}) => TRUE
// property: EF (at(END) & {y == 1}) => TRUE
// property: AG !(at(END) & {x == 1 && y == 1}) => TRUE
// property: AF (at(END) & ({x == 1} | {y == 1})) => TRUE
// property: AF (at(END) & {x == 1}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  *p = 1;
END:
  return 0;
}
