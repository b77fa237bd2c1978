// A pointer gets an object of its own; options say what else it may be.
// options: --function swap
// check: default => TRUE
// says: `p` points to one object, `q` points to one object, each an object of its own
// options: --function swap --alias p,q
// check: default => FALSE
// says: , replayed
// options: --function is_null
// check: default => TRUE
// options: --function is_null --null-allowed all
// check: default => FALSE
// options: --function is_null --pointer p=null
// check: default => FALSE
// options: --function is_null --null-allowed q
// check: default => REFUSED
// says: `is_null` has no parameter `q`
extern void reach_error(void);
static void swap(int *p, int *q)
{
  int old = *p;
  *p = 1;
  *q = 2;
  if (*p != 1) reach_error();
  *q = old;
}
static int is_null(const int *p)
{
  if (!p) reach_error();
  return *p;
}
