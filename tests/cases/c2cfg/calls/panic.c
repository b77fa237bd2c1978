// Nothing says that `panic` never returns: that is an assumption.
extern void panic(const char *, ...);
int main(void) {
  panic("x");
  return 1;
}
