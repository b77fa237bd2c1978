// Properties that count steps; graphs are not made smaller for them.
// check: AX AX {x == 2} => TRUE
// check: AX {x == 1} => TRUE
// check: EX EX EX {x == 5} => TRUE
// check: AX AX AX {x == 5} => FALSE
// check: EX {x == 2} => FALSE
// check: AG ({x == 5} -> EX true) => TRUE
// check: AX AX EX ({x == 7} & EX {x == 8}) => TRUE
// check: !EX EX {x == 1} => TRUE
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  x = 1;
  x = 2;
  x = __VERIFIER_nondet_int();
  x = x + 1;
  return 0;
}
