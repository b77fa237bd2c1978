// options: lp64
// Declarations and static initial values.
typedef unsigned long size_t;
typedef __builtin_va_list va_list;
int f();
int g(a, b, c) char a; float b; short *c; { return a + (int)b + *c; }
static int tent; static int tent = 4; int tent2; int tent2; extern int tent3; int tent3 = 3;
int arr[]; int arr[7]; extern int earr[]; 
int use(void) { return sizeof arr + earr[3] + tent3; }
struct fwd; struct fwd *pf; struct fwd { int x; struct fwd *next; };
int dd(struct fwd *p) { return p->next->next->x; }
struct anon { union { int a; struct { short b, c; }; }; int :3; unsigned d:5; struct { int q; } n; };
int an(struct anon *p) { p->a = 1; p->c = 2; p->d++; p->d += 3; return p->b + p->n.q + (p->d = 7); }
struct flex { int n; char data[]; };
struct flex fl = { 3, "abc" };
struct flex fl2 = { 3, { 1, 2, 3, 4 } };
int a2[3][4] = { 1, 2, 3, 4, 5, [2] = { 7, [3] = 8 }, };
int a3[] = { [5] = 1, 2, [0 ... 2] = 9, [1] = 4 };
_Static_assert(sizeof a3 == 7 * sizeof(int), "a3");
struct pt { int x, y; } pts[] = { { 1, 2 }, 3, 4, { .y = 5 }, [4].x = 6, 7 };
_Static_assert(sizeof pts / sizeof pts[0] == 5, "pts");
struct line { struct pt a, b; char name[4]; } ln = { .b.y = 3, "abcd", .a = { 1 }, };
struct line ln2 = { { 1, 2 }, 3, 4, { "xy" } };
char s1[] = "hello", s2[3] = "abc", s3[10] = { "q" }, *sp = "hello", s4[] = ("paren");
int w[] = L"wide"; unsigned short u16[] = u"abc"; unsigned u32[] = U"abc"; char u8s[] = u8"abc";
union u { int i; char c[8]; double d; } un = { 5 }, un2 = { .c = "abc" }, un3 = { .d = 1.5 };
int scalar = { 5 }; int *ptr = { 0 }; int neg = -1; unsigned long big = ~0ul;
int *addr = &arr[3]; int *addr2 = arr + 2; char *addr3 = (char *)&ln.b.y + 1; void (*fp)(void) = (void (*)(void))g;
long diff = &arr[5] - &arr[2]; unsigned long ul = (unsigned long)&arr[1];
int *cl = (int[]){ 1, 2, 3 }; struct pt *cl2 = &(struct pt){ 4, 5 }; struct pt cl3 = (struct pt){ 6 };
const int cn = 5; int fromconst = cn + 1; enum { EA = 1, EB = sizeof(struct pt), EC = EB << 2 }; int ea[EC];
enum big { B1 = 0xffffffffULL, B2 = -1 }; enum huge { H = 1ULL << 40 };
_Static_assert(sizeof(enum big) == 8 && sizeof(enum huge) == 8, "");
_Static_assert(_Generic(EA, int: 1, default: 0), ""); _Static_assert(_Generic((enum huge)0, unsigned long: 1, default: 0), "");
_Static_assert(__builtin_offsetof(struct line, b.y) == 12, ""); _Static_assert((size_t)&((struct line *)0)->name[2] == 18, "");
_Static_assert(__builtin_types_compatible_p(int[], int[5]), ""); _Static_assert(!__builtin_types_compatible_p(int, long), "");
