static int x = 1;
void two(void) { x = 2; }
