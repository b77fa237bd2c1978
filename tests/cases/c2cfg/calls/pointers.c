int x;
static void a(void) { x = 1; }
static void b(void) { x = 2; }
static void (*f)(void);
int main(void) {
  f = x ? a : b;
  f();
  return 0;
}
