// Divisors that plainly are not zero, and quotients that plainly fit.
// check: default => TRUE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct pair { int count, sum; };

static int average(struct pair *p) { return p->count > 0 ? p->sum / p->count : 0; }

static unsigned gcd(unsigned a, unsigned b)
{
  while (b != 0) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}

int main(void)
{
  struct pair p = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int() };
  int x = __VERIFIER_nondet_int(), n = 10, all = average(&p);
  unsigned u = __VERIFIER_nondet_uint();
  short small = (short)x;
  all += x / 2 + x % n + (int)(u / (u | 1)) + (int)gcd(u, 12);
  for (int i = 1; i < x; i++) all += x % i;
  if (x < -1) all += 100 / x;
  if (small && u) all += small / 3 + (int)(5 / u);
  if (u < 5) all += 7 / (1 << u);
  if (x > 3 && x < 0) reach_error();
  return all;
}
