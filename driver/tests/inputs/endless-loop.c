extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = 1;
  while (x) x = 1;
  END: return 0; }
