// A local is gone when its function has returned.
// options: --check access
// check: default => FALSE
int *p;
void f(void) { int x = 5; p = &x; *p = 6; }
int main(void) {
  f();
  return *p;
}
