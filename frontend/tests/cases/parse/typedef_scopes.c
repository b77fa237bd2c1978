// Names that are typedef names in one scope and variables in another.
typedef int T, *P;
T a; P p;
struct T { T T; P P; };
struct T s = { .T = 1 };
enum E { A, B = sizeof(T) };
void block(void) { T T = 1; T * 2; { typedef char T; T c; } T = T + 1; }
void again(void) { T x; T: x = (T)1; goto T; }
T parameter(T T) { return T * 2; }
T other(int T, int x[T]) { return T; }
T after(T x) { return sizeof(T) * x; }
void constants(void) { enum { T = 3 }; int y = T; }
void loop(void) { for (int T = 0; T < 3; T++) T; T z; }
void loop2(void) { for (T T = 0; T < 3; T++) T; T z; }
int self(void) { int a = sizeof(a); T *T = &T; return T; }
int f(int (T)), g(int (x)), h(int *(T)), i(int T), j(T), k(T T), l(T (*)(T)), m(T[3]);
unsigned U(unsigned T);
typedef unsigned T;
const T q, *r;
long unsigned typedef int V;
V v;
void *member(struct T *t) { return t->T + (*t).P; }
