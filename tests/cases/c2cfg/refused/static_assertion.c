_Static_assert(sizeof(int) == 2, "int is small");
int main(void) { return 0; }
