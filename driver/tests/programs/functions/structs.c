// Members of structs are inputs, and pointers in them lead to more objects, or are null.
// options: --function sum
// check: default => FALSE
// says: , replayed
// options: --function sum --depth 0
// check: default => TRUE
// says: pointers lead to at most 0 more objects
// options: --function named
// check: default => FALSE
// says: , replayed
// options: --function call
// check: default => FALSE
extern void reach_error(void);
struct node { int value; struct node *next; };
static int sum(struct node *list)
{
  int total = list->value;
  if (list->next && list->next->value == 5 && total == 2) reach_error();
  return total;
}
typedef struct { const char *text; enum { RED, GREEN } colour; } label;
static int named(const label *l, const char *name)
{
  if (l->colour == GREEN && name[0] == 'a' && name[1] == 0) reach_error();
  return 0;
}
static int call(int (*f)(int), int x)
{
  if (f(x) == 3 && x == 4) reach_error();
  return 0;
}
