// A variable of one copy of a function is not that of all.
// check: AG (at(L) -> {f::x == 2}) => REFUSED
// says: `f::x` may be one of several variables
// says: write `f::x#1` or `f::x#2`
// check: AG {g == f()} => REFUSED
// says: `f()#1` or `f()#2`
// says: --inline none
// check: AF {f::x#1 == 2 && f::x#2 == 3} => TRUE
// says: holds
// check: AG {f::x#2 != 3} => FALSE
// says: fails
// options: --inline none
// check: AG (at(L) -> {f::x == 2}) => FALSE
// says: fails
int g;
int f(int n) { int x = n + 1; L: g = x; return x; }
int main(void) { f(1); f(2); return 0; }
