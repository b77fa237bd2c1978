int x;
int main(void) {
  void *where[] = {&&a, &&b};
  goto *where[x & 1];
a: x = 1;
b: x = 2;
  return x;
}
