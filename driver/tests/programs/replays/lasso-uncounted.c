// A lasso whose rounds cannot be counted is not replayed.
// check: AF at(END) => FALSE
// says: the rounds of the loop at lasso-uncounted.c:9 cannot be counted
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = __VERIFIER_nondet_int();
  do { if (x == 5) goto END; if (x == 7) x = 8; else x = 7; } while (1);
  END: return 0; }
