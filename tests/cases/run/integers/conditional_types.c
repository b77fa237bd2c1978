// The type of ?: is that of both arms after the usual conversions.
extern void observe(unsigned long long value);
int main(void) {
  int t = 1;
  unsigned u = 1;
  observe((t ? -1 : u) > 0);
  observe((t ? -1 : 0) > 0);
  observe((t ? -1 : 0LL) < 0);
  signed char c = -3;
  unsigned char d = 200;
  observe(t ? c : d);
  observe(t ? (long long)c : u);
  observe(sizeof(t ? c : d));
  observe(sizeof(t ? 1 : 1LL));
  int x = 7, *p = &x;
  observe(*(t ? p : 0));
  observe((t ? 0 : p) == 0);
  observe((x ?: 9) + (0 ?: 9));
  return 0;
}
