// Recursion needs kept calls.
// options: --inline none
int even(int n) {
    if (n == 0)
        return 1;
    return 1 - even(n - 1);
}
int main(void) {
    int r;
    r = even(0);
    if (r != 1) {
    ERROR:;
    }
    return 0;
}
