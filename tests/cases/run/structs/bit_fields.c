// Bit-fields: packing, signs, overflow, promotion, compound assignment.
extern void observe(unsigned long long value);
struct f { unsigned a : 3; signed b : 4; unsigned c : 9; int : 0; unsigned d : 1; int e : 31; unsigned long long g : 40; };
int main(void) {
  struct f s = {0};
  s.a = 9;
  s.b = 9;
  s.c = 1023;
  s.d = 3;
  s.e = -1;
  s.g = ~0ull;
  observe(s.a);
  observe(s.b);
  observe(s.c);
  observe(s.d);
  observe(s.e);
  observe(s.g);
  observe(s.a - 5 < 0);
  s.a += 7;
  observe(s.a);
  observe(s.a++);
  observe(--s.b);
  observe(s.a = 15);
  s.b = -8;
  s.b--;
  observe(s.b);
  s.c <<= 3;
  observe(s.c);
  struct f t = s;
  t.a = 1;
  observe(s.a * 10 + t.a);
  struct f *p = &t;
  p->c ^= p->a;
  observe(t.c);
  observe(sizeof(struct f));
  return 0;
}
