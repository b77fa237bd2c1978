// A proof says what it is not about.
// check: default => TRUE
// says: not checked: bounds, null
// options: --check all
// check: default => TRUE
// lacks: not checked
extern void reach_error(void);
int main(void)
{
  int x = 1;
  if (x != 1) reach_error();
  return 0;
}
