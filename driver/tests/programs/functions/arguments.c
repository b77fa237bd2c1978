// Arguments are shown, not how they were made.
// options: --function absdiff
// check: default => FALSE
// says: , replayed
// says: arguments: a = 
// says: , b = 
// lacks: harness.c
// options: --function clamp
// check: default => TRUE
// says: , certified
// lacks: , if
// options: --function no_such_function
// check: default => REFUSED
// says: the program has no function `no_such_function` to call
// says: it defines absdiff, clamp
extern void reach_error(void);
static int absdiff(int a, int b)
{
  int d = a > b ? a - b : b - a;
  if (d < 0) reach_error();
  return d;
}
static int clamp(int x)
{
  if (x < 0) x = 0;
  if (x > 9) x = 9;
  if (x < 0 || x > 9) reach_error();
  return x;
}
