// options: entry=start
int main(void) { return 0; }
int other(void) { return 1; }
