extern int printf(const char *, ...);
int x;
int main(void) { printf("%d\n", x++); return 0; }
