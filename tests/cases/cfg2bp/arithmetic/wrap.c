// An unsigned char that wraps: 255 + 1 is 0.
int main(void) {
    unsigned char c;
    c = 254;
    while (c != 0)
        c = c + 1;
END:
    return 0;
}
