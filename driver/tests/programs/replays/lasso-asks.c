// A lasso of which every round asks for an input.
// check: AF at(END) => FALSE
// says: , replayed 3 rounds
// says: the loop, run 3 times, begins at lasso-asks.c:10 with 
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = 1;
  while (x != 5)
  x = __VERIFIER_nondet_int();
  END: return 0; }
