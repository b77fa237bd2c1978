// Static structs with equal members are equal as bytes, padding included.
// check: AG !at(EQUAL) => FALSE
// check: AG !at(DIFFERENT) => TRUE
extern int __VERIFIER_nondet_int(void);
extern int memcmp(const void *, const void *, typeof(sizeof(0)));
static struct { char a; int b; } s, t;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    s.a = t.a = 1;
    s.b = t.b = 5;
    if (memcmp(&s, &t, sizeof s) == 0) goto EQUAL;
    goto DIFFERENT;
  }
  return 0;
EQUAL:
  return 1;
DIFFERENT:
  return 2;
}
