// Specifiers in any order.
int unsigned typedef long T1;
long int long unsigned a; short int b; signed c; unsigned char d; char signed e;
double long f; _Complex float g; double _Complex h; long _Complex double i; __complex__ j;
__int128 k; unsigned __int128 l; _Float32 m; _Float64x n; __float128 o; __uint128_t p;
static const volatile int q; int static const r; extern _Thread_local int s; static __thread int t;
_Bool u; __signed__ char v; __const int *__restrict__ w; int *const *volatile *x;
_Atomic int y; _Atomic(int *) z; _Atomic (T1) aa; int *_Atomic ab;
_Noreturn void ac(void); static __inline__ int ad(void) { return 0; } inline static void ae() { }
_Alignas(16) int af; _Alignas(double) char ag; register ah;
typeof(af) ai; __typeof__(int *) aj; __auto_type ak = 1; __builtin_va_list al;
static am; const an = 3; *ao(); implicit; ap = 3; extern aq, *ar;
__extension__ typedef struct { long long x; } as;
;
