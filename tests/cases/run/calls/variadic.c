// Arguments of variadic calls are evaluated; the named ones arrive.
extern void observe(unsigned long long value);
static int first(int n, ...) { return n * 2; }
int main(void) {
  int i = 0;
  observe(first(5, i++, "text", i++ * 2));
  observe(i);
  observe(first(i, (char)1, 2ll));
  return 0;
}
