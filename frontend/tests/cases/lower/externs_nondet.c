// options: externs=nondet
int f(int *);
int main(void) { int x; return f(&x); }
