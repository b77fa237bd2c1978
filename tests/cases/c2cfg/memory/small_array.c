int main(void) {
  int a[3] = {1, 2};
  a[2] = a[0] + a[1];
  return a[2];
}
