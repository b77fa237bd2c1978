// options: --inline none
// Arrays in structs passed by value do not get through to a function that is kept.
struct s { int n; int a[4]; };
static int sum(struct s v, int d) { int *p = &v.a[d & 3]; return *p + v.a[1] + v.n; }
int main(void) {
  struct s v = {7, {1, 2, 3, 4}};
  return sum(v, 3);
}
