extern int pthread_create(void *, void *, void *(*)(void *), void *);
static void *worker(void *arg) { return arg; }
int main(void) { pthread_create(0, 0, worker, 0); return 0; }
