// A lasso through a loop in a loop is not replayed.
// check: AF at(END) => FALSE
// says: , not replayed: 
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = __VERIFIER_nondet_int();
  while (x != 5) { while (x != 5 && x != 6) x = 6; x = 7; }
  END: return 0; }
