static int sum(int n, ...) {
  __builtin_va_list l;
  __builtin_va_start(l, n);
  int s = __builtin_va_arg(l, int);
  __builtin_va_end(l);
  return s;
}
int main(void) { return sum(2, 3, 4); }
