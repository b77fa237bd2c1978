// A lasso through `goto`.
// check: AF at(END) => FALSE
// says: , replayed 3 rounds
// says: the loop, run 3 times, begins at lasso-goto.c:10 with 
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = __VERIFIER_nondet_int();
  L: if (x == 5) goto END;
  if (x == 7) x = 8; else x = 7; goto L;
  END: return 0; }
