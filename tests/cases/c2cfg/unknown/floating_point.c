double d;
float f = 1.5f;
int x;
int main(void) {
  d = f * 2;
  if (d > 1.0) x = 1;
  f = 2.5f;
  x = (int)d;
  return 0;
}
