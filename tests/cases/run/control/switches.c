// Fall-through, default in the middle, ranges, nested switches, negative cases.
extern void observe(unsigned long long value);
static int f(int x) {
  int r = 0;
  switch (x) {
  case 1: r += 1;
  case 2: r += 2; break;
  default: r += 100;
  case 3: r += 3; break;
  case 10 ... 20: r += 10;
    switch (x - 10) { case 1: return r + 1000; case 2: r += 5; break; default: ; }
    r += 7;
    break;
  case -5: return -1;
  case 'a': r = 'b';
  }
  return r;
}
int main(void) {
  for (int i = -6; i < 24; i++) observe(f(i));
  observe(f(97));
  unsigned char c = 200;
  switch (c) { case 200: observe(1); break; case -56: observe(2); }
  switch ((signed char)c) { case 200: observe(1); break; case -56: observe(2); }
  long long l = 4294967297LL;
  switch (l) { case 1: observe(1); break; case 4294967297LL: observe(3); }
  switch (3) { int k; case 3: k = 4; observe(k); }
  switch (l) { }
  switch (7) case 7: observe(77);
  return 0;
}
