// Properties that count steps; graphs are not made smaller for them.
// property: AX AX {x == 2} => TRUE
// property: AX {x == 1} => TRUE
// property: EX EX EX {x == 5} => TRUE
// property: AX AX AX {x == 5} => FALSE
// property: EX {x == 2} => FALSE
// property: AG ({x == 5} -> EX true) => TRUE
// property: AX AX EX ({x == 7} & EX {x == 8}) => TRUE
// property: !EX EX {x == 1} => TRUE
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  x = 1;
  x = 2;
  x = __VERIFIER_nondet_int();
  x = x + 1;
  return 0;
}
