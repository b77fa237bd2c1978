// Expressions and built-in functions.
struct pt { int x, y; };
int f();
int exprs(int x, unsigned u, long l, char c, float fl, double db, int *p, void *v, struct pt s) {
  x = c + u; l = x + u; l += fl; x <<= l; c += 300; p += x; p -= l; x = p - &x; v = p; p = v; x = v ? 1 : 0;
  x = p == 0; x = p == v; x = p < &x; x = !p && db; x = -c; x = ~c; u = +c; db = x / fl; x = u ? x : l;
  v = x ? p : (void *)0; v = x ? 0 : p; p = x ? p : v; s = x ? s : (struct pt){ 1 }; x = s.x; x = ((struct pt){ 2 }).y;
  x = sizeof x++ + sizeof(int[3]) + _Alignof(double) + __alignof__(s); (void)x; (x, u); x = (l, c);
  _Bool b = p; b = db; b++; b |= 2; b = x ?: l; x = "abc"[1]; x = 1["abc"]; x = *"abc"; x = sizeof "abc";
  typeof(x) y = 3; __typeof__(&x) py = &y; __auto_type z = x + l; const __auto_type zz = 1.0f;
  x = __builtin_expect(!!x, 0); x = __builtin_constant_p(3) + __builtin_constant_p(x); if (x) __builtin_unreachable();
  __builtin_memcpy(p, &x, 4); v = __builtin_alloca(x); x = __builtin_strlen("a"); x = __builtin_clz(u) + __builtin_popcountll(l) + __builtin_bswap32(u) + __builtin_ffs(x);
  x = __builtin_add_overflow(x, u, &l) + __builtin_mul_overflow(u, l, &x) + __builtin_uadd_overflow(u, u, &u) + __builtin_sub_overflow_p(x, x, (char)0);
  x = __sync_fetch_and_add(&x, 3) + __sync_bool_compare_and_swap(&x, 1, 2) + __atomic_load_n(&x, 5) + __atomic_add_fetch(&l, 1, 0); __sync_synchronize(); __atomic_store_n(p, 3, 0);
  p = __sync_fetch_and_add(&p, 4); __sync_lock_release(&x); x = __sync_lock_test_and_set(&x, 1); x = __atomic_compare_exchange_n(&x, &y, 3, 0, 0, 0);
  x = _Generic(x, int: 1, long: 2) + _Generic(p, char *: 1, int *: 3, default: 0); x = __func__[0] + sizeof __func__ + __FUNCTION__[1];
  implicit(x, c, fl, "s"); x = malloc(3) != 0; x = f(1, 2, 3); (*f)(1); (&f)(2); (**f)(3); int (*pf)() = f; pf(); (*pf)(x); x = (x ? f : pf)(2);
  asm volatile("nop" : "=r"(x), "+m"(*p) : "r"(u), "m"(s) : "memory"); asm goto("" : : : : out); out:
  x = (int){ 5 }; p = (int[]){ 1, 2 }; p = &(int){ 3 }; *&x = 3; (*&s).x = 1; (&s)->y = 2; x = (*&p)[2]; 
  extern int blockext; x = blockext; int blockfn(int); x = blockfn(2); static int st = 3, *stp = &st; x = st++ + *stp;
  struct local { int a; } loc = { x }; enum { L1 = 3 } le = L1; x = le + loc.a;
  x = (unsigned char)300 + (signed char)200 + (short)70000; u = 1u << 31; l = 1L << 40; x = 5 % -3; x = 07 + 0x1f + 0b11;
  x = (c = 3) + (c == 'x'); fl++; db -= 1; x = fl > db; x = (int)db; l = db; fl = l; u = fl;
  return 0;
}
