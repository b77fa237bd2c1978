// YASM Fig. 2(a): P1 is reached on every path.
int main(void) {
    int x, a;
    if (x > 0)
        a = 1;
    else
        a = 2;
P1:
    return 0;
}
