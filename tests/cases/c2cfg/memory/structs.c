struct s { int a; struct { char b, c; } in; int *p; };
int main(void) {
  struct s x = {1, {2, 3}, 0}, y = x;
  y.in.b = x.a;
  return y.in.b;
}
