// A `_Bool` whose byte is 7.
// check: default => TRUE
// if: a `_Bool` holds 0 or 1 where it is read

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memset(void *, int, unsigned long);

int main(void)
{
  _Bool b;
  if (__VERIFIER_nondet_int() == 123456789) {
    memset(&b, 7, 1);
    if (b != 7) reach_error();
  }
  return 0;
}
