// After the swap through t the two facts are known only together.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x, y;
    x = y;
    if (x > 0) {
        if (y <= 0) {
        ERROR:;
        }
    }
    return 0;
}
