int g, junk;
int main(void) {
  int i;
  for (i = 0; i < 10; i++) junk = junk + i;
  L: g = 1;
  g = 2;
  return 0;
}
