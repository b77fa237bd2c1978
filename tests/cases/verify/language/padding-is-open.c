// C does not say what is between the members of a local, initialised or not, or in the rest of a union.
// check: AG !at(WRONG) => UNKNOWN
// check: AG !at(RIGHT) => UNKNOWN
// options: -m32
// check: AG !at(WRONG) => UNKNOWN
// check: AG !at(RIGHT) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
struct pair { char a; int b; };
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    struct pair s = {1, 2}, t;
    union { char c; int i; } u = {1};
    t.a = 1, t.b = 2;
    unsigned char *p = (unsigned char *)&s, *q = (unsigned char *)&t;
    int i = __VERIFIER_nondet_int() == 77 ? 1 : 3;
    if (p[i] != q[i] || u.i != 1) goto WRONG;
    if (p[i] == q[i]) goto RIGHT;
  }
  return 0;
WRONG:
  return 1;
RIGHT:
  return 2;
}
