// Arrays have as many elements as options, comments, or the brackets of the parameter say.
// options: --function third --pointer a=array:3
// check: default => FALSE
// says: , replayed
// says: arguments: a[0] = 0, a[1] = 0, a[2] = 7$
// options: --function written
// check: default => FALSE
// says: , replayed
// options: --function largest --pointer a=array:n
// check: default => FALSE
// says: , replayed
// options: --function largest --pointer a=array:m
// check: default => REFUSED
// says: `m` says, which is not an integer parameter
extern void reach_error(void);
static int third(int *a)
{
  if (a[2] == 7) reach_error();
  return a[0];
}
static int written(unsigned char a[4])
{
  if (a[3] == 200) reach_error();
  return a[0];
}
// requires: n > 0 && n <= 3
static int largest(const int *a, int n)
{
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  if (m == 7 && n == 2) reach_error();
  return m;
}
