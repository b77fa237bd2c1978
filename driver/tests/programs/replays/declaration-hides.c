// A value goes to a declaration that hides another.
// check: AG !failed => FALSE
// says: , replayed$
extern void reach_error(void);
int a = 3; int g(int x, int y) { return x; }
int main(void) {
  g(a, 1); { int a; if (a == 7) reach_error(); }
  if (a == 7) reach_error(); return 0; }
