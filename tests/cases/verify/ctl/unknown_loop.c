// How often the loop runs is not known; that nothing bad happens in it is.
// property: AG {bad == 0} => TRUE
// property: AG (at(END) -> {n == 0}) => TRUE
// property: AF at(END) => UNKNOWN
// property: EF at(END) => UNKNOWN
// property: AG (at(LOOP) -> AX true) => TRUE
// property: A[{bad == 0} W at(END)] => TRUE
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
