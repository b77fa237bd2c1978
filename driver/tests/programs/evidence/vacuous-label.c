// A proof about a label that is never reached says so.
// check: AG (at(L) -> {main::x == 5}) => TRUE
// says: at(L) is never true
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = 1; if (x == 2) { L: x = 3; } return 0; }
