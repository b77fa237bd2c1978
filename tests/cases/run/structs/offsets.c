// Layout: padding, alignment, offsetof, container_of, packed and aligned.
extern void observe(unsigned long long value);
struct a { char c; int i; char d; short s; char e; };
struct b { char c; long long l; char d; };
struct __attribute__((packed)) p { char c; int i; short s; };
struct q { char c; int v __attribute__((aligned(16))); };
struct outer { int x; struct a in; };
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - __builtin_offsetof(type, member)))
int main(void) {
  observe(sizeof(struct a) * 10000 + __builtin_offsetof(struct a, s) * 100 + __builtin_offsetof(struct a, e));
  observe(sizeof(struct b) * 100 + __builtin_offsetof(struct b, l));
  observe(sizeof(struct p) * 100 + __builtin_offsetof(struct p, s));
  observe(sizeof(struct q) * 100 + __builtin_offsetof(struct q, v));
  observe(_Alignof(struct a) + _Alignof(long long) * 10);
  struct outer o = {42, {'c', 5, 'd', 6, 'e'}};
  struct a *in = &o.in;
  observe(container_of(in, struct outer, in)->x);
  struct p packed = {1, 0x01020304, 5};
  packed.i++;
  observe(packed.i + packed.s);
  observe((typeof(sizeof(0)))&((struct outer *)0)->in.s);
  return 0;
}
