// A local does not hide what has file scope.
// check: EF {x == 2} => REFUSED
// says: write `main::x` or `x#1`
// check: EF {x#1 == 2} => TRUE
// says: holds
// check: EF {main::x == 2} => FALSE
// says: fails
// check: EF {y == 1 && z == 1} => TRUE
// says: holds
int x = 1, z;
void inc(void) { x = 2; }
int main(void) { int y = 1; inc(); { int x = 1; x = 1; z = x; } return y; }
