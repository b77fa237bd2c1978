// Predicates of one function, of one label, of one line.
int g;
void set(int v) {
    g = v;
SET:;
}
int main(void) {
    int x = 1;
    set(x);
    if (g != 1) {
    ERROR:;
    }
    return 0;
}
