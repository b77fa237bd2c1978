// A loop ends whichever side of its condition the counter stands on.
// check: AG (at(A) -> AF at(B)) => TRUE
// check: AG (at(B) -> AF at(C)) => TRUE
// check: AG (at(C) -> AF at(D)) => TRUE
// check: AG (at(D) -> AF at(E)) => TRUE
// check: AF at(E) => TRUE
// check: EF (at(A) & EG !at(B)) => FALSE
// check: EF (at(D) & EG !at(E)) => FALSE
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
