// qsort calls the comparison function if there are two elements or more: an error in it is found.
// check: default => FALSE
extern void reach_error(void);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
  reach_error();
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, compare);
  return 0;
}
