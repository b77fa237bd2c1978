// Other results are certified by their explanation. What has ended does not come to its end again.
// check: EF at(END) => TRUE
// says: , certified
// check: AG EF at(END) => FALSE
// says: , certified
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) { int x = __VERIFIER_nondet_int();
  while (x > 0) { x = x - 1; }
  END: return 0; }
