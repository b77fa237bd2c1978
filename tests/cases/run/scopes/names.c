// Name spaces and shadowing: tags, members, labels, typedefs, enum constants.
extern void observe(unsigned long long value);
typedef int T;
struct T { T T; };
enum E { A = 1, B };
static int f(T x) { T T = x + 1; return T * 2; }
static int g(int A) { return A + B; }
int main(void) {
  struct T v = {5};
  observe(v.T);
  observe(f(3));
  observe(g(10));
  T: ;
  { typedef char T; observe(sizeof(T)); { int T = 8; observe(T + (int)sizeof T); } }
  observe(sizeof(T));
  enum { A = 100, C };
  observe(A + C);
  int B = B = 7;
  observe(B);
  struct f { int f; } f = {3};
  observe(f.f);
  for (T i = 0; i < 2; i++) { T i = 9; observe(i); }
  if (v.T) goto T2;
  goto T;
T2:
  return 0;
}
