// For some `a` no choice of `b` leaves the loop.
// check: AG EF halted => FALSE
// check: EF AG !halted => TRUE
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int a = __VERIFIER_nondet_uchar(), b;
    do {
        b = __VERIFIER_nondet_uchar();
    } while (!(a - b >= 100));
    return 0;
}
