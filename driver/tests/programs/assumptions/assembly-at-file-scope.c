// Assembly may define anything.
// check: default => TRUE
// if: assembly at file scope does nothing to what the program defines

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

asm(".set other, 5");

int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 3) reach_error();
  return 0;
}
