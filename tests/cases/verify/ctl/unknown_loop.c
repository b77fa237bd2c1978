// How often the loop runs is not known; that nothing bad happens in it is.
// check: AG {bad == 0} => TRUE
// check: AG (at(END) -> {n == 0}) => TRUE
// check: AF at(END) => UNKNOWN
// check: EF at(END) => UNKNOWN
// check: AG (at(LOOP) -> AX true) => TRUE
// check: A[{bad == 0} W at(END)] => TRUE
extern int ext(void);
int bad = 0;
int main(void) {
  int n;
  n = ext();
  while (n) {
  LOOP:
    n = ext();
    if (n > 0 && n < 0)
      bad = 1;
  }
END:
  return 0;
}
