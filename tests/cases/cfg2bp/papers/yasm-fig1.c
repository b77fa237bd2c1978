// YASM Fig. 1(a): with mathematical integers the loop never ends, so P1 is not reached.
// options: --integers mathematical
int main(void) {
    int x, y;
    x = 2;
    y = 2;
    while (y <= 2)
        y = y - 1;
    if (x == 2) {
    P1:;
    }
    return 0;
}
