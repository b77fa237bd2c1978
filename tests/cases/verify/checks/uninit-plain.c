// Nothing writes it.
// options: --check uninit
// check: default => FALSE
int main(void) {
  int a;
  return a;
}
