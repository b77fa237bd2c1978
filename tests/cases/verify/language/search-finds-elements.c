// bsearch gives no element, or one that is equal to the key.
// check: AG !at(OTHER) => TRUE
// check: AG !at(FOUND) => FALSE
extern void *bsearch(const void *, const void *, unsigned long, unsigned long,
                     int (*)(const void *, const void *));
static int numbers[2] = {1, 2};
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int key = 2, *found = bsearch(&key, numbers, 2, sizeof *numbers, compare);
  if (found && *found != 2) {
  OTHER:;
  }
  if (found) {
  FOUND:;
  }
  return 0;
}
