// Bit-fields with alignments of their own and of typedefs: where gcc puts them.
extern void observe(unsigned long long value);
typedef int dense __attribute__((aligned(1)));
typedef unsigned char spread __attribute__((aligned(4)));
struct a { unsigned f : 3; __attribute__((aligned(8))) int g : 2; char c; };
struct b { char c; int f : 7; int g : 9 __attribute__((aligned(2), packed)); long long h : 33; };
struct c { char c; dense f : 32; spread g : 5, h : 8; dense i : 3; };
struct d { dense f : 32; short s; };
struct e { char c; int : 0 __attribute__((aligned(8))); char d; long long w : 64 __attribute__((aligned(4))); };
#pragma pack(push, 2)
struct f { char c; int g : 32; long h : 17 __attribute__((aligned(8))); _Bool b : 1; };
#pragma pack(pop)
union u { int f : 3; __attribute__((aligned(8))) int g : 2; dense h : 16; };
static unsigned long long sum(const void *from, unsigned count) {
  const unsigned char *bytes = from;
  unsigned long long total = 0;
  for (unsigned i = 0; i < count; i++) total = total * 31 + bytes[i];
  return total;
}
#define SHOW(x) observe(sizeof x), observe(_Alignof(__typeof__(x))), observe(sum(&x, sizeof x))
static struct a a = {1, -2, 3};
static struct b b = {1, 2, 3, 4};
static struct c c = {1, 2, 3, 4, 1};
static struct d d = {1, 2};
static struct e e = {1, 2, 3};
static struct f f = {1, 2, 3, 1};
static union u u = {3};
int main(void) {
  SHOW(a), SHOW(b), SHOW(c), SHOW(d), SHOW(e), SHOW(f), SHOW(u);
  a.g = 1, b.h = -1, c.i = -1, d.f = -7, e.w = 9, f.h = -3, u.h = 77;
  SHOW(a), SHOW(b), SHOW(c), SHOW(d), SHOW(e), SHOW(f), SHOW(u);
  observe(a.f), observe(b.g), observe(c.g), observe(f.b), observe(u.f);
  return 0;
}
