// Minimum Predicates §2.1: an assignment through a pointer, by cases (Morris).
int __VERIFIER_nondet_int(void);
int main(void) {
    int x, y;
    int *p;
    x = 0;
    y = 0;
    if (__VERIFIER_nondet_int())
        p = &x;
    else
        p = &y;
    *p = 1;
    if (x == 1) {
    CHANGED:;
    }
    return 0;
}
