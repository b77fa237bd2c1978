// `__alignof__` of members: what the member's declaration and that of its record ask for.
extern void observe(unsigned long long value);
struct __attribute__((packed)) p { char c; int i; int j __attribute__((aligned(2))); } p;
struct q { char c __attribute__((aligned(8))); short s; struct p inner; } q;
#pragma pack(push, 2)
struct r { char c; int i; } r;
#pragma pack(pop)
typedef int loose __attribute__((aligned(1)));
struct t { char c; loose i; int j; } t;
int main(void) {
  observe(__alignof__(p.c) + 16 * __alignof__(p.i) + 256 * __alignof__(p.j));
  observe(__alignof__(q.c) + 16 * __alignof__(q.s) + 256 * __alignof__(q.inner) + 4096 * __alignof__(q.inner.i));
  observe(__alignof__(r.c) + 16 * __alignof__(r.i));
  observe(__alignof__(t.i) + 16 * __alignof__(t.j));
  observe(sizeof p + 16 * sizeof q + 256 * sizeof r + 4096 * sizeof t);
  return 0;
}
