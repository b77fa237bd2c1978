volatile int port;
int main(void) { while (port == 0) ; return port; }
