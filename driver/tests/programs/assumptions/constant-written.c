// A write to a constant object.
// check: default => TRUE
// if: nothing writes to string literals and constant objects

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

const int limit = 1;

int main(void)
{
  if (__VERIFIER_nondet_int() == 123456789) {
    *(int *)&limit = 2;
    if (limit != 2) reach_error();
  }
  return 0;
}
