// A loop ends whichever side of its condition the counter stands on.
// property: AG (at(A) -> AF at(B)) => TRUE
// property: AG (at(B) -> AF at(C)) => TRUE
// property: AG (at(C) -> AF at(D)) => TRUE
// property: AG (at(D) -> AF at(E)) => TRUE
// property: AF at(E) => TRUE
// property: EF (at(A) & EG !at(B)) => FALSE
// property: EF (at(D) & EG !at(E)) => FALSE
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
A:
    while (x > y)
        y++;
    y = __VERIFIER_nondet_int();
B:
    while (y - x < 0)
        y++;
    y = __VERIFIER_nondet_int();
C:
    while (0 < x - y)
        x--;
    y = __VERIFIER_nondet_int();
D:
    while (x != y)
        y += 3;
    y = 0;
E:
    return 0;
}
