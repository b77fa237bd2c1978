// For some `a` no choice of `b` leaves the loop.
// property: AG EF halted => FALSE
// property: EF AG !halted => TRUE
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int a = __VERIFIER_nondet_uchar(), b;
    do {
        b = __VERIFIER_nondet_uchar();
    } while (!(a - b >= 100));
    return 0;
}
