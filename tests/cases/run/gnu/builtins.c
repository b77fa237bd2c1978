// Builtins that real headers and drivers use.
extern void observe(unsigned long long value);
int main(void) {
  int x = 5;
  observe(__builtin_expect(x > 3, 1));
  observe(__builtin_constant_p(3));
  observe(__builtin_types_compatible_p(int, typeof(x)));
  observe(__builtin_choose_expr(1, x, "no"));
  observe(__builtin_popcount(0xf0f0u) + __builtin_clz(1u) + __builtin_ctz(8u));
  observe(__builtin_bswap32(0x01020304u));
  observe(_Generic(x, int: 1, long: 2, default: 3) + _Generic('c', char: 10, int: 20));
  observe(__builtin_offsetof(struct { char c; int i; }, i));
  char b[4];
  __builtin_memset(b, 7, sizeof b);
  observe(b[3]);
  observe(sizeof(__func__));
  _Static_assert(sizeof(int) == 4, "int");
  observe(__alignof__(x));
  return 0;
}
