// Overflow at 16 bits is found, and what `long` holds is not one.
// options: -m16 --check overflow
// check: default => FALSE
// options: -m16 --check overflow -DWIDE
// check: default => TRUE
#ifdef WIDE
typedef long number;
#else
typedef int number;
#endif
int __VERIFIER_nondet_int(void);
int main(void) {
  number x = __VERIFIER_nondet_int();
  number y = x + 1;
  return y != 0;
}
