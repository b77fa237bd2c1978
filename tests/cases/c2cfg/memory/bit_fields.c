struct f { unsigned a : 3; int b : 5; };
int main(void) {
  struct f s = {1, -1};
  s.a += 7;
  s.b = s.a;
  return s.b;
}
