// What has ended goes on only in theory.
// check: EG !at(L) => TRUE
// lacks: , replayed
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = __VERIFIER_nondet_int();
  if (x) { L: x = 0; } return 0; }
