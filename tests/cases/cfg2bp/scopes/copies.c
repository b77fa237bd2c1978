// Two inlined copies of one function.
int f(int x) {
    if (x > 0)
        return 1;
    return 0;
}
int main(void) {
    int a = f(5);
    int b = f(-5);
    if (a == b) {
    ERROR:;
    }
    return 0;
}
