// Nothing depends on what is written, but it could be written anywhere.
// options: --no-replay
// check: default => TRUE
// says: if every access through a pointer or an index stays in its object (access-write.c:11)
// options: --no-replay --strict
// check: default => UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int a[2], x = 0; a[__VERIFIER_nondet_int()] = 1; if (x) reach_error(); }
