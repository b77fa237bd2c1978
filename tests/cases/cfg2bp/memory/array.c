int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4];
    int i;
    i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 1;
    a[0] = 0;
    a[i] = 1;
    if (a[0] == 1) {
    HIT:;
    }
    return 0;
}
