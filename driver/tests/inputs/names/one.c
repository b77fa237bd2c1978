static int x = 1;
void two(void);
int main(void) { x = 1; two(); return x; }
