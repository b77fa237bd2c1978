// Conditions are looked at where their names mean the same; `x` is another variable in `f`.
// check: AG ({y != 7} | {x > 0}) => FALSE
// lacks: , replayed$
// check: AG {y != 7} => FALSE
// says: , replayed$
// check: AG !at(L) => FALSE
// says: , replayed$
// check: AG !(at(L) & {y == 5}) => FALSE
// says: , replayed$
// check: AG !(at(main:L) & {y == 5}) => FALSE
// says: , replayed$
// check: AG !(enter(f) & {y == 4}) => FALSE
// says: , replayed$
extern int __VERIFIER_nondet_int(void);
int x, y;
void f(int x) {
  y = 7;
  y = 0;
}
int main(void) { int n = __VERIFIER_nondet_int();
  y = 3; x = 0; if (n == 3) { y = 5; L: y = 4;
    f(7); }
  return 0; }
