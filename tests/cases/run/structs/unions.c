// Unions: the same bytes at several types, little endian.
extern void observe(unsigned long long value);
union u { unsigned int word; unsigned char bytes[4]; unsigned short halves[2]; signed char first; };
struct tagged { int kind; union { int i; unsigned char c[4]; struct { short lo, hi; }; }; };
int main(void) {
  union u v;
  v.word = 0x81828384u;
  for (int i = 0; i < 4; i++) observe(v.bytes[i]);
  observe(v.halves[1]);
  observe(v.first);
  v.bytes[2] = 0;
  observe(v.word);
  v.halves[0] = 0x1234;
  observe(v.word);
  union u w = v;
  w.first = -1;
  observe(w.word - v.word);
  struct tagged t = {1, {0x00050003}};
  observe(t.lo * 10 + t.hi);
  t.hi = -1;
  observe(t.i);
  observe(t.c[3]);
  observe(sizeof(struct tagged));
  return 0;
}
