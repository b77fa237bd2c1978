// What can be chosen depends on the state: an unsigned char above y only if y is not 255.
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char x, y;
    y = __VERIFIER_nondet_uchar();
    x = __VERIFIER_nondet_uchar();
    if (x > y) {
    ABOVE:;
    }
    return 0;
}
