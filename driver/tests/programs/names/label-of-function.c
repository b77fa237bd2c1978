// A label is in the function that has it; nothing enters the main function if another one starts.
// check: AG !at(main:L) => REFUSED
// says: one of f, which is inlined
// check: AG !at(f:L) => REFUSED
// says: or use --inline none
// check: AG !at(M) => TRUE
// options: --inline none
// check: AG !at(main:L) => REFUSED
// says: nothing here is
// check: AG !at(f:L) => FALSE
// options: --entry f
// check: enter(f) => TRUE
int f(void) { int x = 1; L: return x; }
int main(void) { return f(); M: return 2; }
