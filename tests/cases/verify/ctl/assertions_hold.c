// check: default => TRUE
// check: AG !failed => TRUE
// check: EF failed => FALSE
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
int main(void) {
  unsigned char x = __VERIFIER_nondet_int();
  int y = x;
  while (y > 200)
    y = y - 10;
  if (y > 200 || y < 0)
    __assert_fail("", "", 0, "");
  return 0;
}
