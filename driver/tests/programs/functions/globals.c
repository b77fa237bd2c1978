// Variables are arbitrary, unless the function is only the entry; `const` ones are what they are.
// options: --function get
// check: default => FALSE
// says: , replayed
// says: count = 
// options: --entry get
// check: default => TRUE
// options: --function top
// check: default => TRUE
extern void reach_error(void);
static int count = 3;
static const int limit = 3;
static struct { short x; int y[2]; } origin;
int get(void)
{
  if (count > 3) reach_error();
  return count + origin.y[1];
}
int top(void)
{
  if (limit > 3) reach_error();
  return limit;
}
