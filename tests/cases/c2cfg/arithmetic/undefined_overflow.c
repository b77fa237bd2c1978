// options: --integers undefined
int x, y;
unsigned u;
int main(void) {
  x = x + y;
  y = -x;
  u = u + 1;
  return 0;
}
