// Variable arguments, complex numbers, vectors, attributes of types.
typedef __builtin_va_list va_list;
void vfn(const char *fmt, ...) { va_list ap, aq; __builtin_va_start(ap, fmt); int x = __builtin_va_arg(ap, int); __builtin_va_copy(aq, ap); __builtin_va_end(ap); double d = __builtin_va_arg(aq, double); extern int vprintf(const char *, va_list); vprintf(fmt, aq); }
_Complex double cd; double _Complex cplx(double _Complex a, float _Complex b) { a += 1; cd = a * b + 2.0; __real__ a = 3; double r = __real__ a + __imag__ b; return a == b ? a : cd; }
typedef int v4 __attribute__((vector_size(16))); v4 vec(v4 a, v4 b) { v4 c = { 1, 2, 3, 4 }; a[1] = 3; return a + b * c - (v4){ 1 }; }
typedef union { int *a; float *b; } tu __attribute__((transparent_union)); void tuf(tu x); typedef union __attribute__((transparent_union)) { int *a; float *b; } tu2; void tuf2(tu2 x);
void tuc(float *q) { tuf2(q); tuf2((int *)0); tuf2(0); }
typedef unsigned u8t __attribute__((mode(QI))); _Static_assert(sizeof(u8t) == 1, "mode"); typedef int di __attribute__((mode(__DI__))); _Static_assert(sizeof(di) == 8, "mode");
int main(int argc, char **argv) { return argc; }

