// One atom is decided wherever its parts are.
// check: AG (at(S) -> ({x <= 11 || x >= 40} -> AF halted)) => TRUE
// check: AG (at(S) -> (({x <= 11} | {x >= 40}) -> AF halted)) => TRUE
// check: AG (at(S) -> ({!(x <= 11 || x >= 40)} -> AF halted)) => FALSE
// check: AG (at(S) -> ({x > 11 && x < 40} -> EG !halted)) => TRUE
// check: AG (at(S) -> AF halted) => FALSE
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
S:
    while (11 < x && x < 40) {
        if (x == 25)
            x = 30;
        x = x > 20 ? 35 : 15;
    }
    return 0;
}
