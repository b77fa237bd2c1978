// memset, memcpy and memmove on arrays, structs and parts of them.
extern void observe(unsigned long long value);
extern void *memset(void *, int, typeof(sizeof(0)));
extern void *memcpy(void *, const void *, typeof(sizeof(0)));
extern void *memmove(void *, const void *, typeof(sizeof(0)));
struct s { int a; short b[2]; char c[4]; };
int main(void) {
  int a[6] = {1, 2, 3, 4, 5, 6}, b[6];
  memset(b, 0, sizeof b);
  memcpy(b + 1, a + 2, 3 * sizeof(int));
  for (int i = 0; i < 6; i++) observe(b[i]);
  memmove(a + 1, a, 4 * sizeof(int));
  for (int i = 0; i < 6; i++) observe(a[i]);
  memmove(a, a + 2, 3 * sizeof(int));
  for (int i = 0; i < 6; i++) observe(a[i]);
  memset(a, 0xff, 2 * sizeof(int));
  observe(a[0]);
  observe(a[2]);
  struct s x = {1, {2, 3}, "abc"}, y;
  memcpy(&y, &x, sizeof y);
  y.b[1]++;
  observe(y.a + y.b[1] * 10 + y.c[2] + x.b[1]);
  memset(&y, 0, sizeof y);
  observe(y.a + y.b[0] + y.c[0]);
  char text[10];
  memset(text, 'x', 9);
  text[9] = 0;
  observe(text[8]);
  for (int n = 0; n < 4; n++) { memcpy(b, a, n * sizeof(int)); observe(b[0] + b[1] * 10 + b[2] * 100); }
  return 0;
}
