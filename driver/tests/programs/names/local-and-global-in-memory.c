// A local does not hide what has file scope, and both are in memory.
// check: EF {x == 2} => REFUSED
// says: write `main::x` or `x#1`
// check: EF {x#1 == 2} => TRUE
// says: holds
int x = 1, *p;
void inc(void) { *p = 2; }
int main(void) { p = &x; inc(); { int x = 1; p = &x; *p = 1; } return *p; }
