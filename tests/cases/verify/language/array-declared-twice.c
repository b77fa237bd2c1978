// The size of an array is that of the declaration that has one.
// check: default => TRUE
extern void reach_error(void);
int two[2];
int two[] = {1};
static int three[3];
static int three[] = {1, 2};
int main(void) {
  if (two[1] != 0 || three[2] != 0 || sizeof two != 2 * sizeof(int))
    reach_error();
  return 0;
}
