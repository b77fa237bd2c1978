// A `_Bool` that shares its byte with a character.
// check: default => TRUE
// if: a `_Bool` holds 0 or 1 where it is read

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  union { _Bool b; unsigned char c; } u;
  int x = __VERIFIER_nondet_int();
  u.c = (unsigned char)x;
  if (x == 123456789 && !u.b) reach_error();
  return 0;
}
