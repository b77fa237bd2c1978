// Values of bit-fields that nothing promoted: what arithmetic, `sizeof` and `_Generic` make of them.
extern void observe(unsigned long long value);
struct { unsigned long long b : 40; unsigned a : 31; unsigned c : 3; unsigned d : 8; long long e : 16; unsigned long long f : 32; _Bool g : 1; int h : 24; unsigned char i : 3; } s;
#define KIND(e) _Generic(e, int: 1, unsigned: 2, unsigned char: 3, short: 4, unsigned long long: 5, _Bool: 6, default: 7)
#define WRITTEN(e) (sizeof(e = 1) + 16 * sizeof(0, e) + 256 * sizeof(e++) + 4096 * sizeof(e += 1) + 65536 * sizeof(({ e; })))
int main(void) {
  observe(({ s.b = -1; }) + 1 == 0);
  observe(({ s.a; }) - 1 < 0);
  observe(({ s.a = -1; }) > -1);
  observe(({ (void)0; s.c; }) - 8 < 0);
  observe((unsigned)({ s.c; }) - 8 < 0);
  observe((1 ? ({ s.c; }) : 1) - 8 < 0);
  observe(KIND(s.c) + 8 * KIND((0, s.c)) + 64 * KIND(s.c = 1) + 512 * KIND(s.c++) + 4096 * KIND(s.c += 1) + 32768 * KIND(({ s.c; })));
  observe(KIND(s.b) + 8 * KIND(s.d) + 64 * KIND(s.e) + 512 * KIND(s.f) + 4096 * KIND(s.g) + 32768 * KIND(s.h) + 262144 * KIND(s.i));
  observe(KIND(+s.c) + 8 * KIND(s.c + 1) + 64 * KIND((unsigned)s.c) + 512 * KIND(1 ? s.c : s.c));
  observe(WRITTEN(s.c));
  observe(WRITTEN(s.b));
  observe(WRITTEN(s.h));
  observe(WRITTEN(s.f));
  observe(sizeof(s.d = 1) + 16 * sizeof(s.e = 1) + 256 * sizeof(s.g = 1) + 4096 * sizeof(s.i = 1));
  observe(sizeof(__typeof__(s.d = 1)) + 16 * sizeof(__typeof__(s.e = 1)) + 256 * sizeof(__typeof__(s.f = 1)));
  observe(__alignof__(s.c = 1) + 16 * __alignof__(s.b = 1) + 256 * __alignof__(s.h++));
  return 0;
}
