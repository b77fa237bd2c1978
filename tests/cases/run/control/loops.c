// break and continue in all loops; loops without bodies or conditions.
extern void observe(unsigned long long value);
int main(void) {
  int i, n = 0;
  for (i = 0;; i++) {
    if (i % 2) continue;
    if (i > 10) break;
    n += i;
  }
  observe(n);
  i = 0;
  do {
    i++;
    if (i == 3) continue;
    if (i == 6) break;
    observe(i);
  } while (i < 10);
  while (1) {
    if (i-- < 2) break;
    for (int j = 0; j < 3; j++) {
      if (j == 1) break;
      observe(i * 10 + j);
    }
  }
  for (i = 0; i < 10; i++);
  observe(i);
  do ; while (i-- > 5);
  observe(i);
  do { i = 100; } while (0);
  for (int a = 0, b = 10; a != b; a++, b--) observe(a * b);
  observe(i);
  return 0;
}
