/* What is in this section is called before `main`. */
static int x = 1;
static void early(void) { x = 2; }
__attribute__((section(".init_array"), used)) static void (*pointer)(void) = early;
int main(void) { return x; }
