// Assumptions are named, and are none strictly.
// check: default => TRUE
// says: certified, if malloc never fails, and gives no address twice (malloc.c:11)
// options: --strict
// check: default => UNKNOWN
// says: unknown: TRUE, if malloc never fails, and gives no address twice (malloc.c:11)
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { if (!malloc(4)) reach_error(); return 0; }
