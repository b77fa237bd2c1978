// On i386 scalars of 8 bytes are aligned to 4 in records and for `_Alignof`, not for `__alignof__`.
extern void observe(unsigned long long value);
struct q { char c; long long d; double a[2]; } q;
enum big { BIG = 0x100000000LL };
typedef long long loose __attribute__((aligned(2)));
long long g;
loose l;
double several[3] __attribute__((aligned(16)));
int main(void) {
  double local[3], *to = local;
  observe(__alignof__(double) + 16 * _Alignof(double) + 256 * __alignof__(double[3]) + 4096 * _Alignof(double[3]));
  observe(__alignof__(long long) + 16 * _Alignof(unsigned long long) + 256 * __alignof__(enum big) + 4096 * _Alignof(enum big));
  observe(__alignof__(_Complex double) + 16 * _Alignof(_Complex double) + 256 * __alignof__(long double));
  observe(__alignof__(g) + 16 * _Alignof(g) + 256 * __alignof__(l) + 4096 * __alignof__(local));
  observe(__alignof__(q.d) + 16 * _Alignof(q.d) + 256 * __alignof__(q.a) + 4096 * __alignof__(q.a[0]));
  observe(__alignof__(*to) + 16 * __alignof__(g + 1) + 256 * __alignof__(several) + 4096 * __alignof__(loose));
  observe(sizeof q + 256 * __alignof__(q) + 4096 * __alignof__(void *));
  return 0;
}
