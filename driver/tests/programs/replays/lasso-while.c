// A lasso through `while`.
// check: AF at(END) => FALSE
// says: , replayed 3 rounds
// says: the loop, run 3 times, begins at lasso-while.c:10 with 
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = __VERIFIER_nondet_int();
  while (x != 5) {
    if (x == 7) x = 8; else x = 7;
  }
  END: return 0; }
