// Conditions read `char` as the program does.
// options: --compiler-flag=-funsigned-char
// check: AG {c >= 0} => TRUE
// check: AG {(char)200 > 0 && (signed char)200 < 0} => TRUE
// check: AG {'\xc8' == 200} => TRUE
// check: AG {a[0] >= 0} => TRUE
// options: -m16
// check: AG {(char)200 > 0} => TRUE
// options:
// check: AG {(char)200 > 0} => FALSE
// check: AG {'\xc8' == 200} => FALSE
// check: AG {a[0] >= 0} => FALSE
extern char __VERIFIER_nondet_char(void);
char c, a[2];
int main(void) {
  c = __VERIFIER_nondet_char();
  a[0] = c;
  return 0;
}
