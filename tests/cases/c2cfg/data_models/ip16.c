// options: -m16
long l;
int *p;
int main(void) { l = sizeof(long) + sizeof p; return (int)l; }
