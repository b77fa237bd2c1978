const char *p = "abc";
char a[4] = "xy";
int main(void) { return p[1] + a[0]; }
