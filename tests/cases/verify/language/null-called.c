// A call of a null pointer does not return.
// check: default => TRUE
extern void reach_error(void);
int main(void) {
  void (*f)(void) = 0;
  f();
  reach_error();
  return 0;
}
