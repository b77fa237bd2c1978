// What a proof takes for granted of callers is named.
// options: --function length
// check: default => TRUE
// says: `s` points to a string of at most 4 characters
// options: --function length --strict
// check: default => UNKNOWN
// options: --function total --pointer a=array:n
// check: default => TRUE
// says: `a` points to `n` objects
// options: --function call
// check: default => TRUE
// says: `f_function` returns any value and does nothing else
// options: --function next
// check: default => TRUE
// says: the variables `calls`, `first` have their first values
extern void reach_error(void);
static int length(const char *s)
{
  if (s[4]) reach_error();
  return s[0];
}
static int total(const int *a, int n)
{
  if (n < 0) reach_error();
  return n ? a[n - 1] : 0;
}
static int call(int (*f)(void))
{
  int kept = 3;
  f();
  if (kept != 3) reach_error();
  return kept;
}
static int *first;
static int next(void)
{
  static int calls;
  if (calls || first) reach_error();
  return calls++;
}
