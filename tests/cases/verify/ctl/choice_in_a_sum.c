// Whatever `a` is, some choice of `b` makes the condition true and some makes it false.
// property: AG EF halted => TRUE
// property: EG !halted => TRUE
// property: AF halted => FALSE
// property: EF AG !halted => FALSE
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b;
    do {
        b = __VERIFIER_nondet_int();
S:
        ;
    } while (!(a - b >= 1000));
    return 0;
}
