int a[100];
int main(void) {
  for (int i = 0; i < 100; i++) a[i] = i;
  return a[7];
}
