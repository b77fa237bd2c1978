// Fredrikson §4, "Spurious counterexamples": i starts positive, and at L4 it is not negative.
// options: --integers mathematical
int main(void) {
    int i, x, N;
L0: i = (N < 0 ? -N : N) + 1;
L1: while (0 <= x && x < N) {
    L2: i = i - 1;
    L3: x = x + 1;
    }
L4: return 0;
}
