int x, y;
int main(void) {
  switch (x) {
  case 1: y = 1;
  case 2: y = 2; break;
  case 5 ... 9: y = 5; break;
  default: y = 0;
  }
  return y;
}
