// qsort compares elements of the array with each other, at least once, and changes nothing else.
// check: AG !at(BEFORE) => TRUE
// check: AG !at(AFTER) => TRUE
// check: AG !at(NEVER) => TRUE
// check: AG !at(ORDER) => UNKNOWN
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int numbers[2], other = 5, compared;
static int compare(const void *a, const void *b) {
  if ((const int *)a < numbers) {
  BEFORE:;
  }
  if ((const int *)b > numbers + 1) {
  AFTER:;
  }
  compared = 1;
  return 0;
}
int main(void) {
  numbers[0] = 2;
  numbers[1] = 1;
  qsort(numbers, 2, sizeof *numbers, compare);
  if (!compared || other != 5) {
  NEVER:;
  }
  if (numbers[0] != 1) {
  ORDER:;
  }
  return 0;
}
