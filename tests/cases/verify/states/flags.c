// Four resources, each taken and given back under a condition of its own: all are refined for in
// one round, not one after the other.
// options: --max-iterations 2
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int want1 = __VERIFIER_nondet_int(), want2 = __VERIFIER_nondet_int();
    int want3 = __VERIFIER_nondet_int(), want4 = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        int has1 = 0, has2 = 0, has3 = 0, has4 = 0;
        if (want1) has1 = 1;
        if (want2) has2 = 1;
        if (want3) has3 = 1;
        if (want4) has4 = 1;
        if (want1) {
            if (has1 != 1) __VERIFIER_error();
            has1 = 0;
        }
        if (want2) {
            if (has2 != 1) __VERIFIER_error();
            has2 = 0;
        }
        if (want3) {
            if (has3 != 1) __VERIFIER_error();
            has3 = 0;
        }
        if (want4) {
            if (has4 != 1) __VERIFIER_error();
            has4 = 0;
        }
    }
    return 0;
}
