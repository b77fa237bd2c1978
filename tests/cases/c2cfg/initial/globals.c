int a = 1, b, c[5] = {1, 2};
struct s { int x; int *p; } v = {3, &a};
int unused = 7;
int main(void) { return a + b + c[b] + *v.p; }
