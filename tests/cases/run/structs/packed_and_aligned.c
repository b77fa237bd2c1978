// Layouts that attributes ask for.
extern void observe(unsigned long long value);
struct packed { char c; int i; short s; } __attribute__((packed));
struct __attribute__((packed, aligned(4))) both { char c; long long l; };
struct member { char c; int i __attribute__((packed)); short s; };
struct aligned { char c; int i __attribute__((aligned(16))); };
struct bits { char c; int a : 3; short b : 4; long long d : 33; } __attribute__((packed));
typedef int loose __attribute__((aligned(1)));
typedef int tight __attribute__((aligned(32)));
struct with_types { char c; loose l; tight t; };
enum __attribute__((packed)) small { A, B = 200 };
enum __attribute__((packed)) medium { C, D = -200 };
typedef int byte __attribute__((mode(QI)));
typedef unsigned wide __attribute__((mode(DI)));
typedef int four __attribute__((vector_size(16)));
struct outer { char c; struct packed p; enum small e; struct aligned a; };
#define OFFSET(t, m) observe(__builtin_offsetof(t, m))
int main(void) {
  observe(sizeof(struct packed)), observe(_Alignof(struct packed));
  observe(sizeof(struct both)), observe(_Alignof(struct both));
  observe(sizeof(struct member)), observe(sizeof(struct aligned)), observe(sizeof(struct bits));
  observe(sizeof(struct with_types)), observe(_Alignof(struct with_types));
  observe(sizeof(enum small)), observe(sizeof(enum medium)), observe(sizeof(byte)), observe(sizeof(wide));
  observe(sizeof(four)), observe(_Alignof(four)), observe(sizeof(struct outer));
  OFFSET(struct packed, i), OFFSET(struct packed, s), OFFSET(struct both, l);
  OFFSET(struct member, i), OFFSET(struct member, s), OFFSET(struct aligned, i);
  OFFSET(struct with_types, l), OFFSET(struct with_types, t);
  OFFSET(struct outer, p), OFFSET(struct outer, e), OFFSET(struct outer, a);
  struct bits b = {1, -2, 5, 1LL << 31};
  observe(b.a), observe(b.b), observe(b.d);
  byte small = 300;
  observe(small);
  return 0;
}
