extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int status;
static void step(void) { if (status <= 0) status = 1; else status = 2; }
static int failed(void) { return status <= 0; }
int main(void) { int status = __VERIFIER_nondet_int();
  if (status == 123456789) { step(); step(); } step();
  if (failed()) reach_error(); return status; }
