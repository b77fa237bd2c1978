// Declarators, from the name outward.
int *a[3]; int (*b)[3]; int (*c)(void); int *d(void); int (*(*e)(int))(char);
int (*f(int x))(char y); int (*g[2])(); void (*signal(int s, void (*h)(int)))(int);
char *const *volatile h; int i[], j[2][3]; int k(int n, int a[static n], int b[const], int c[*]);
int l(int, ...); int m(...); int n(void *), o(int (*)(int), int (*[])(void), char *[4]);
struct s { int a : 3, : 2, b; struct { int c; }; union { int d; float e; }; int : 0; char flex[]; };
struct empty {}; union u; enum e; enum e2 { X, Y = 2, Z, }; struct { int x; } anonymous;
int old(a, b, c) int a; char *b; { return a; }
older(x) register x; { return x; }
T();
int (paren), ((twice)), *(star);
struct s2 { _Static_assert(1, "x"); int y;; const z; };
int nested(void) { int inner(int x) { return x; } auto int later(); return inner(1); }
_Static_assert(sizeof(int) == 4, "four" " bytes"); _Static_assert(1);
