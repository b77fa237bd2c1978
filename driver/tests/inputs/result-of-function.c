int g;
int f(void) { g = g + 1; return g; }
int main(void) {
  f();
  g = 7;
  return 0; }
