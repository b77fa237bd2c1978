// A protocol with a state, a monitor that counts what was seen, and a choice that is made once and
// asked for twice: why the monitor never gets far depends on all three, and is found in one round.
// options: --max-iterations 2
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int resume = __VERIFIER_nondet_int();
    int state = 100, seen = 0;
    while (1) {
        if (state == 100) {
            if (seen == 0) seen = 1;
            state = resume ? 300 : 200;
        } else if (state == 200) {
            if (__VERIFIER_nondet_int()) state = 100;
            else state = 400;
        } else if (state == 300) {
            if (seen == 1) seen = 2;
            else if (seen == 3) __VERIFIER_error();
            if (!resume) break;
            state = 400;
        } else if (state == 400) {
            if (seen == 2) seen = 3;
            if (resume) break;
            state = 300;
        } else break;
    }
    return 0;
}
