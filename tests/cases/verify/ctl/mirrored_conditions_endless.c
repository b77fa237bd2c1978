// Loops that only look as if they ended: the bound may be the last number, the step may leap over it,
// the bound moves along.
// property: AG (at(A) -> AF at(B)) => FALSE
// property: AG (at(B) -> AF at(C)) => FALSE
// property: AG (at(C) -> AF at(D)) => FALSE
// property: EF (at(A) & EG !at(B)) => TRUE
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    signed char x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
A:
    while (x >= y)
        y++;
    x = __VERIFIER_nondet_int();
    y = 0;
B:
    while (x != y)
        y += 2;
    x = 7;
    y = 0;
C:
    while (x > y) {
        y++;
        x++;
    }
D:
    return 0;
}
