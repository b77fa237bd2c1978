// Two real choices, one after the other, and an unknown one at the end.
// property: EF (at(C) & {a == 1 && b == 2}) => TRUE
// property: EF (at(B) & {a == 5} & AX AF at(C)) => TRUE
// property: AG (at(B) -> EF (at(C) & {a == b})) => TRUE
// property: AG (at(B) -> AF (at(C) & {a == b})) => FALSE
// property: EF (at(B) & AF (at(C) & {a == b})) => FALSE
// property: EF (at(C) & {a == b}) & EF (at(C) & {a != b}) => TRUE
// property: EF (at(D) & {c == a}) => UNKNOWN
// property: AF (at(D) & {a == b} | at(D) & {a != b}) => TRUE
// property: AF at(D) => TRUE
// EF AF (at(C) & a == b) is false: b is chosen after B, whatever a is.
extern int __VERIFIER_nondet_int(void);
extern int ext(void);
int main(void) {
  int a, b, c;
  a = __VERIFIER_nondet_int();
B:
  b = __VERIFIER_nondet_int();
C:
  c = ext();
D:
  return 0;
}
