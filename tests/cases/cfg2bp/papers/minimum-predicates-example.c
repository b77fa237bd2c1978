// The running example of Minimum Predicates §2.1.
int main(void) {
    int x, y;
L0: x = 1;
L1: y = 1;
L2: if (x == y)
L3:     y = 1;
    else
L4:     y = 2;
    return 0;
}
