// A lasso that needs another value than zero for what is not initialised.
// check: AF at(END) => FALSE
// says: , replayed 3 rounds
// says: the loop, run 3 times, begins at lasso-uninitialised.c:10 with 
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int u;
  while (u == 3)
  u = 3;
  END: return 0; }
