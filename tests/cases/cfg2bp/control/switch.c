int __VERIFIER_nondet_int(void);
int main(void) {
    int state = 0;
    while (1) {
        switch (state) {
        case 0: state = 1; break;
        case 1: state = __VERIFIER_nondet_int() ? 2 : 0; break;
        case 2: goto DONE;
        default: goto ERROR;
        }
    }
DONE:
    return 0;
ERROR:
    return 1;
}
