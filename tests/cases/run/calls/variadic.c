// Arguments of variadic calls are evaluated; the named ones arrive. What names a list is evaluated, too.
extern void observe(unsigned long long value);
static int first(int n, ...) { return n * 2; }
static int lists(int n, ...) {
  __builtin_va_list all[3], *next = all;
  __builtin_va_start(*next++, n);
  int begun = next - all;
  __builtin_va_end(*--next);
  return begun * 10 + (next - all);
}
int main(void) {
  int i = 0;
  observe(first(5, i++, "text", i++ * 2));
  observe(i);
  observe(first(i, (char)1, 2ll));
  observe(lists(1, 2));
  return 0;
}
