int g;
static int add(int a, int b) { int s = a + b; return s; }
static void twice(int v) { g = add(v, v); g = add(g, 1); }
int main(void) { twice(3); return add(g, g); }
