int a, b, x;
int f(void) { x++; return x; }
int main(void) {
  if (a && b || !x) x = 1;
  x = a && b;
  x = a && f();
  while (a && !b) a--;
  return 0;
}
