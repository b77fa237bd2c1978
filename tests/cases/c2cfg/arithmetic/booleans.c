_Bool b;
int x, *p;
int main(void) {
  b = x;
  b = p;
  x = b + !x;
  if (b) x = 1;
  return 0;
}
