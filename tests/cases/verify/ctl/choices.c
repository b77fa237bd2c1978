// Two real choices, one after the other, and an unknown one at the end.
// check: EF (at(C) & {a == 1 && b == 2}) => TRUE
// check: EF (at(B) & {a == 5} & AX AF at(C)) => TRUE
// check: AG (at(B) -> EF (at(C) & {a == b})) => TRUE
// check: AG (at(B) -> AF (at(C) & {a == b})) => FALSE
// check: EF (at(B) & AF (at(C) & {a == b})) => FALSE
// check: EF (at(C) & {a == b}) & EF (at(C) & {a != b}) => TRUE
// check: EF (at(D) & {c == a}) => UNKNOWN
// check: AF (at(D) & {a == b} | at(D) & {a != b}) => TRUE
// check: AF at(D) => TRUE
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
