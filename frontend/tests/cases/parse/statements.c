// Statements.
void f(int x) {
    __label__ l1, l2; __label__ l3;
    if (x) if (x > 1) f(1); else f(2);
    if (x) while (x) if (x) ; else ; else for (;;) ;
    for (int i = 0, j; i < 3; i++, j--) continue;
    for (x = 0; ; ) break;
    do x--; while (x);
    switch (x) { case 1: case 2 ... 4: x = 3; break; default: x = 4; }
    goto l1; l1: l2: ; goto *&&l3; l3: { }
    void *p = &&l1; goto *p;
    return; return x;
    int y = ({ int z = x; z + 1; });
    _Static_assert(1, "ok");
label: int after_label; case_in: ;
    asm("nop"); asm volatile ("x" : "=r" (x), [n] "+m" (y) : "r" (1), "i" (2) : "memory", "cc");
    __asm__ __volatile__ ("" ::: "memory"); asm ("x" : "=r" (x) : : "cc"); asm ("x" : "=r" (x));
    asm goto ("jmp %l0" : : : : l1, l2); asm volatile inline ("" : : "r" (x));
    { } ;
    end: also:
}
asm("file scope"); __asm__ volatile (".globl x");
int main() { if (1) return 0; else if (2) return 1; else return 2; }
