// options: --integers mathematical
int x = 2, y = 2;
int main(void) {
  while (y <= 2) y = y - 1;
  if (x == 2) { P1: ; }
  return 0;
}
