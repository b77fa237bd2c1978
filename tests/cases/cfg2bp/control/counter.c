// YASM Fig. 5(c) with fewer rounds.
int main(void) {
    int x;
    x = 3;
    while (x > 0)
        x = x - 1;
END:
    return 0;
}
