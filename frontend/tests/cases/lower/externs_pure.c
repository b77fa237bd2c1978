// options: externs=pure
int f(int *);
int main(void) { int x; f(&x); return f(&x); }
