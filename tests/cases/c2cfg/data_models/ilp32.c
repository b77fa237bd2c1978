// options: -m32
long l;
int *p;
int main(void) { l = sizeof(long) + sizeof p; return (int)l; }
