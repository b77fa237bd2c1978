// One choice decides three predicates together.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x, y;
    y = 7;
    x = __VERIFIER_nondet_int();
    if (x == 1) {
    ONE:;
    }
    if (x == y) {
    SEVEN:;
    }
    return 0;
}
