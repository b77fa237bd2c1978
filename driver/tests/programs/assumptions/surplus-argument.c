// An argument that no parameter gets.
// check: default => TRUE
// if: an argument more than there are parameters changes nothing

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int f();
static int g(void) { return f(1, 2); }
int f(int a) { return a; }

int main(void)
{
  if (__VERIFIER_nondet_int() == 123456789 && g() != 1) reach_error();
  return 0;
}
