struct s { int a; } v;
int main(void) {
  v.b = 1;
  v = 3;
  return v();
}
