extern int missing(void) __attribute__((weak));
int main(void) { return missing ? missing() : 0; }
