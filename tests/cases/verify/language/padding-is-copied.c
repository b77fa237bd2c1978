// Padding that was written stays when members are, and goes with the whole.
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
// options: -m32
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
extern int __VERIFIER_nondet_int(void);
extern void *memset(void *, int, typeof(sizeof(0)));
struct pair { char a; int b; };
static struct pair kept;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    struct pair s, t;
    memset(&s, 0x5a, sizeof s);
    s.a = 1, s.b = 2;
    kept = s;
    t = kept;
    unsigned char *p = (unsigned char *)&t;
    int i = __VERIFIER_nondet_int() == 77 ? 1 : 3;
    if (p[i] != 0x5a) goto WRONG;
    if (p[i] == 0x5a && p[0] == 1) goto RIGHT;
  }
  return 0;
WRONG:
  return 1;
RIGHT:
  return 2;
}
