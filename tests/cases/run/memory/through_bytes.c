// Objects copied into arrays of characters and back; between types that differ in sign.
extern void observe(unsigned long long value);
extern void *memcpy(void *, const void *, typeof(sizeof(0)));
struct a { int a, b; };
struct m { unsigned char d[16]; int n; };
struct v { int tag; int a[2]; };
struct w { unsigned tag; unsigned a[2]; };
int main(void) {
  char buffer[8];
  int x = 5, y;
  memcpy(buffer, &x, sizeof x);
  memcpy(&y, buffer, sizeof y);
  observe(y);
  struct m m;
  struct a s = {1, 2}, t;
  memcpy(m.d + 4, &s, sizeof s);
  memcpy(&t, m.d + 4, sizeof t);
  observe(t.a * 10 + t.b);
  struct m n = m;
  memcpy(&s, n.d + 4, sizeof s);
  observe(s.b);
  struct v v[2];
  struct w w[3];
  for (int i = 0; i < 2; i++) { v[i].tag = i - 5; v[i].a[0] = i - 1; v[i].a[1] = -i; }
  memcpy(w, v, sizeof v);
  for (int i = 0; i < 2; i++) observe(w[i].tag + w[i].a[0] * 3 + w[i].a[1] * 7ull);
  *(struct w *)&v[1] = w[0];
  observe(v[1].a[0]);
  return 0;
}
