static void set(int *p) { *p = 5; }
int main(void) {
  int x, y = 1;
  set(&x);
  return x + y;
}
