#pragma weak f
int f(void);
int main(void) { return f(); }
