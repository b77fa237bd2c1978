int x, y;
void f(void) {
  int x = 9;
  x = x + 1;
  y = x;
  y = 0;
}
int main(void) {
  f();
  return x;
}
