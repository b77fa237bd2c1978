// Loops that only look as if they ended: the bound may be the last number.
// check: AG (at(A) -> AF at(END)) => FALSE
// check: AG (at(B) -> AF at(END)) => FALSE
// check: EF (at(A) & EG !at(END)) => TRUE
// check: EF (at(B) & EG !at(END)) => TRUE
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int()) {
        x = 2147483647;
A:
        while (x >= y + 1)
            y++;
    } else {
B:
        while (x >= y)
            y++;
    }
    y = 0;
END:
    return y;
}
