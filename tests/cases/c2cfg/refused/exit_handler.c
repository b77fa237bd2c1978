extern int atexit(void (*)(void));
static void last(void) {}
int main(void) { return atexit(last); }
