// With int that wraps, x + 1 > x is not always true.
int main(void) {
    int x, y;
    y = x + 1;
    if (y <= x) {
    WRAPPED:;
    }
    return 0;
}
