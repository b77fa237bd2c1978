int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
void *work(void *x) { return x; }
int main(void) { unsigned long t; return pthread_create(&t, 0, work, 0); }
