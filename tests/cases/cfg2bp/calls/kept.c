// Calls that are kept: predicates over parameters and results pass through them.
// options: --inline none
int g;
int positive(int x) {
    int r;
    if (x > 0)
        r = 1;
    else
        r = 0;
    return r;
}
void bump(void) {
    g = g + 1;
}
int main(void) {
    int a, b;
    g = 0;
    b = 4;
    a = positive(b);
    bump();
    if (a != 1) {
    ERROR:;
    }
    if (g != 1) {
    BUMP:;
    }
    return 0;
}
