// Places behind calls do not contradict.
// options: --inline none
// check: AG {g <= 2} => TRUE
// says: not certified: calls are not
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g; void f(void) { g = g + 1; }
void h(void) { f(); f(); }
int main(void) { if (__VERIFIER_nondet_int()) h(); else f(); return g; }
