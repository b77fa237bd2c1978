// What is between the members of static objects is zero, and writes to members leave it so.
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
// options: -m32
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
extern int __VERIFIER_nondet_int(void);
struct pair { char a; int b; };
static struct pair s = {1, 2}, t;
static struct { unsigned f : 3; __attribute__((aligned(8))) int g : 2; } bits;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    s.b = 5, t.a = 1, bits.g = -1;
    unsigned char *p = (unsigned char *)&s, *q = (unsigned char *)&t, *r = (unsigned char *)&bits;
    if (p[1] != 0 || p[3] != 0 || q[2] != 0 || r[1] != 0 || r[8] != 3 || sizeof bits != 16) goto WRONG;
    if (p[0] == 1 && p[4] == 5 && q[0] == 1) goto RIGHT;
  }
  return 0;
WRONG:
  return 1;
RIGHT:
  return 2;
}
