int x, y;
int main(void) {
  x = 2; y = 2;
  while (y <= 2)
    y = y - 1;
  if (x == 2) {
P1: ;
  }
}
