// Fredrikson Example 1.
// options: --integers mathematical
int main(void) {
    int i, x, N;
L0: i = N;
L1: while (0 <= x && x < N) {
    L2: i = i - 1;
    L3: x = x + 1;
    }
L4: return 0;
}
