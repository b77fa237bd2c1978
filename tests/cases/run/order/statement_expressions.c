// GNU statement expressions, typeof and macros made of them.
extern void observe(unsigned long long value);
#define MAX(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
static int twice(int x) { return ({ int y = x; y += x; y; }); }
int main(void) {
  int n = 3;
  observe(MAX(n++, 2));
  observe(n);
  observe(MAX(MAX(1, n), twice(3)));
  int v = ({ int i, s = 0; for (i = 0; i < 5; i++) s += i; s; }) + 1;
  observe(v);
  ({ n = 40; });
  observe(n);
  if (({ n++; n > 40; })) observe(n);
  __auto_type q = n + 1ll;
  observe(sizeof q);
  return 0;
}
