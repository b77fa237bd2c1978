// Attributes and assembler names, wherever gcc takes them.
__attribute__((noreturn)) void a(void); void __attribute__((__noreturn__)) b(void);
void c(void) __attribute__((noreturn, format(printf, 1, 2))) , d() __attribute__((const));
static int __attribute__((unused)) e __attribute__((aligned(8))) = 3, __attribute__((unused)) f;
struct __attribute__((packed)) s { int a __attribute__((aligned(4))), b; } __attribute__((aligned(8))) g;
struct t { char x; } __attribute__((packed)); typedef int di __attribute__((mode(__DI__)));
enum __attribute__((packed)) en { A __attribute__((deprecated)), B } __attribute__((unused));
int * __attribute__((x)) const h; void (__attribute__((stdcall)) *i)(int);
extern int j(int x __attribute__((unused)), int (*)(int) __attribute__((noreturn)));
extern int k(void) __asm__("k_64") __attribute__((nothrow)); register int l asm("eax");
int m __attribute__((section("x"))) __asm__("m2") = 1;
void ( __attribute__((always_inline)) n)(int x) { }
int o(int ( __attribute__((x)) p)(int), void ( __attribute__((y)) *q)(void), void ( __attribute__((y)) *)(void));
int r __attribute__(()) ; int s2 __attribute__((,a,,b(),)); int t2 __attribute__((vector_size(sizeof(int) * 4)));
typedef int DI; int v __attribute__((mode(DI))); int w __attribute__((aligned(__alignof__(struct s))));
int x __attribute__((type_arg(int *, 3)));
void body(void) {
    int y __attribute__((unused));
    __attribute__((unused)) int z;
    switch (y) { case 1: __attribute__((fallthrough)); case 2: ; __attribute__((fallthrough)); default: ; }
l: __attribute__((unused)) y = 1; m: __attribute__((unused));
}
