int a, b, x;
int main(void) {
  if (a) x = 1; else if (b > 3) x = 2; else x = 3;
  if (a == b) ;
  x = a < b ? a : b;
  return 0;
}
