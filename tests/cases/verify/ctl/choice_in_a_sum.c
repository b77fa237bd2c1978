// Whatever `a` is, some choice of `b` makes the condition true and some makes it false.
// check: AG EF halted => TRUE
// check: EG !halted => TRUE
// check: AF halted => FALSE
// check: EF AG !halted => FALSE
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
