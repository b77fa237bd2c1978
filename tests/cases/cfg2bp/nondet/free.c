// Predicates that a choice decides independently of each other.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x, y;
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    if (x > 0 && y > 0) {
    BOTH:;
    }
    return 0;
}
