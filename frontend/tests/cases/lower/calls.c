// Calls: definitions decide about conversions; functions without a body are unknown.
struct s { int x; int *p; char c[8]; };
struct s make(int x) { struct s r; r.x = x; return r; }
int take(struct s v, long l) { return v.x + l; }
int old(a, b) short a; double b; { return a; }
int none(int x) { if (x) return 1; }
void nothing(void) {}
int extern1(int, int *);
void extern2(void);
_Bool extern3(struct s);
struct s extern4(char *);
void stop(void) __attribute__((noreturn));
int variadic(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); }
int apply(int (*f)(int), int x) { return f(x); }
int pointed(int x);
int main(int argc, char **argv)
{
  struct s a, b;
  int i;
  long l;
  a = make(3);
  i = make(4).x;
  i = take(a, i);
  i = take(make(5), i++);
  i = take(a, (a.x = 4));
  b = i ? a : make(6);
  i = old(i, 2);
  old();
  l = none(1);
  i = extern1(1, &i);
  extern1(1, 0);
  extern2();
  if (extern3(a)) i = 2;
  a = extern4(argv[1]);
  i = variadic(2, 'a', 1L);
  i = apply(none, 2);
  i = apply(pointed, 2);
  i = (&none)(3);
  if (argc > 2) stop();
  return l;
}
