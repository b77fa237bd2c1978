// What is read through a pointer rests on accesses that stay in their objects.
// options: --no-replay
// check: default => TRUE
// says: if every access through a pointer or an index stays in its object (access-read.c:11)
// options: --no-replay --strict
// check: default => UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int a[2] = {0}, *p = a; if (*p) reach_error(); }
