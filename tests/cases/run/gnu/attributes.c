// Attributes, qualifiers and keywords in many places; none changes what is computed.
extern void observe(unsigned long long value);
typedef unsigned int u32 __attribute__((__mode__(__SI__)));
static __inline__ __attribute__((always_inline)) u32 rot(u32 x, const int n) { return x << n | x >> (32 - n); }
extern int unused(int) __asm__("other") __attribute__((nothrow, pure));
struct __attribute__((aligned(8))) s { char c; };
int __attribute__((unused)) volatile flag = 3;
static const int *const restrict_free = &(const int){9};
__extension__ typedef struct { int : 3; unsigned f : 2; } bits;
int main(void) {
  __label__ end;
  register int r = 4;
  volatile int v = 1;
  auto int a = 2;
  v += r;
  observe(rot(0x80000001u, 4));
  observe(sizeof(struct s) + v + a + flag);
  observe(*restrict_free);
  bits b = {.f = 7};
  observe(b.f);
  if (v) goto end;
  observe(99);
end:
  return 0;
}
