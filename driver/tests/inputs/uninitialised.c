extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int u;
  int unused = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) { unsigned char c = __VERIFIER_nondet_uchar(); s += c; }
  if (s == 300 && u == 7) reach_error();
  return 0; }
