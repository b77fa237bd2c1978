// A product that fits `long` where that has 64 bits.
// options: --check overflow
// check: default => TRUE
// options: --check overflow -m32
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long a = __VERIFIER_nondet_int();
  a = a * 4;
  return 0;
}
