__attribute__((__destructor__)) static void last(void) {}
int main(void) { return 0; }
