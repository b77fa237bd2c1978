int x = 1;
int main(void) {
  int x = 2;
  { int x = 3; x++; }
  for (int x = 0; x < 2; x++) ;
  return x;
}
