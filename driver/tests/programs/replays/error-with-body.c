// An error function with a body is noticed.
// check: default => FALSE
// says: , replayed
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
void reach_error(void) { }
int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }
