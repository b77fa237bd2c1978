// else belongs to the nearest if; empty statements; nested conditionals.
extern void observe(unsigned long long value);
static int f(int a, int b) {
  if (a) if (b) return 1; else return 2;
  if (b) ; else return 3;
  return a ? b ? 4 : 5 : b ? 6 : 7;
}
int main(void) {
  for (int a = 0; a < 2; a++) for (int b = 0; b < 2; b++) observe(f(a, b));
  int x = 3;
  if (x == 1) observe(1);
  else if (x == 2) observe(2);
  else if (x == 3) observe(3);
  else observe(4);
  return 0;
}
