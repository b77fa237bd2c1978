int count;
int main(void) { return cuont; }
