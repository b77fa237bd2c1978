// x is 3 afterwards exactly if a, b and c were 1: needs a cube of three literals.
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned char a, b, c, x;
    x = (a == 1) + (b == 1) + (c == 1);
    if (x == 3) {
    ALL:;
    }
    return 0;
}
