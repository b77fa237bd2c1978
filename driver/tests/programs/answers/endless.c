// An execution that never ends, in C.
// check: AF {x > 3} => FALSE
// says: from here again and again:$
// says: step()
// lacks: :=
extern int __VERIFIER_nondet_int(void);
int x, y;
void step(void) {
  y = __VERIFIER_nondet_int();
  if (y > 0) x = x + 1;
  else x = 0;
}
int main(void) {
  x = 0;
  while (1) step();
}
