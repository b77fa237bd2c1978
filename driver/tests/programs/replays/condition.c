// A condition that fails somewhere is looked at where the program is stopped.
// check: AG {g < 12} => FALSE
// says: , replayed$
// check: AG (at(L) -> {main::x != 15}) => FALSE
// says: , replayed$
// check: !EF ({g > 10} & {n == 3}) => FALSE
// says: , replayed$
// check: AG (at(L) -> {x < 12}) => FALSE
// says: , replayed$
// check: AG ({n == 3} <-> {x < 11}) => FALSE
// says: , replayed$
// check: AG !at(condition.c:30) => FALSE
// says: , replayed$
// check: AG !enter(f) => FALSE
// says: , replayed$
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int g;
void f(int k) {
  g = k;
}
int main(void) { int n = __VERIFIER_nondet_int(), x = 0;
  while (x < 10) {
    if (n == 3)
    x += 7;
    L: x = x + 1;
  }
  f(x);
  return 0; }
