// What fails from some states only is certified.
// options: --strict --no-replay
// check: {x == 1} => FALSE
// says: , certified after passes$
// says: starts with main::x != 1
// check: {x > 5} -> AG {x > 5} => FALSE
// says: , certified after passes$
// says: starts with main::x > 5
// check: {x < 5} | AX {x == 4} => FALSE
// says: , certified after passes$
// says: starts with main::x >= 5
int g = 4; int main(void) { int x; x = 3; return x; }
