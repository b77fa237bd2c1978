// A counter modulo 4 that the environment may stop; from everywhere, 0 can be reached again.
// check: AG (at(LOOP) -> EF {c == 0}) => TRUE
// check: AG (at(LOOP) -> AF {c == 0}) => FALSE
// check: AG (at(LOOP) -> {c < 4}) => TRUE
// check: AG (at(LOOP) & {c == 3} -> E[{c == 3} U {c == 0}]) => TRUE
// check: EF (at(LOOP) & {c == 2} & EG {c == 2}) => TRUE
// check: AG (at(LOOP) & {c == 1} -> A[{c == 1} W {c == 2}]) => TRUE
// check: AG (at(LOOP) & {c == 1} -> A[{c == 1} U {c == 2}]) => FALSE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned c;
  c = 0;
  while (1) {
  LOOP:
    if (__VERIFIER_nondet_int())
      c = (c + 1) % 4;
  }
}
