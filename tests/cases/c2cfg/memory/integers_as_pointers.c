int x, n;
int main(void) {
  int *p = (int *)n;
  *p = 3;
  return x;
}
