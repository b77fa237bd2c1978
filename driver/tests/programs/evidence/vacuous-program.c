// A proof about a program without assertions says so.
// check: default => TRUE
// says: the program has no assertion
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { return 0; }
