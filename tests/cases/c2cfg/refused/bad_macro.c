#define BROKEN(a, b) a +
int x;
int main(void) { return BROKEN(x, 2); }
