// YASM Fig. 2(c): whether the file can be opened is the environment's choice.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x, a;
    int opened = __VERIFIER_nondet_int();
    if (opened) {
        if (x > 0)
            a = 1;
        else
            a = 2;
    P1:;
    }
    return 0;
}
