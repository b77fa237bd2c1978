// Static and local initial values.
int a = 3, b, c[4] = { 1, 0, 3 };
struct s { int x; struct s *next; char name[4]; } s = { 1, &s, "ab" }, t = { .x = 0 };
char text[] = "hi", *pointer = "yo";
int (*f)(void);
static int unused = 5;
extern int elsewhere;
int main(void)
{
  int x = 3, y[3] = { 1, 2 }, z = x + 1;
  struct s l = { 5 }, m = s, n = l;
  struct s *p = &(struct s){ .x = x };
  char q[4] = "q";
  int self = self + 1;
  static int counter = 7;
  y[a] = b + c[1] + elsewhere + counter;
  p->next = &t;
  return text[0] + *pointer + (f != 0);
}
