extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int system(const char *);
int main(void) { if (__VERIFIER_nondet_int()) reach_error(); return system("touch x"); }
