// What lives one after the other may have the same address, and so may string literals. Other
// comparisons (with null, in one object, of objects that live at the same time) rest on nothing.
static int *gone(void) {
  int local = 1;
  int *address = &local;
  return address;
}
static int same(const char *one, const char *other) { return one == other; }
int main(void) {
  int outer, result = 0;
  int *first = 0, *second = 0;
  { int x = 1; first = &x; if (first == &outer) result++; }
  { int y = 2; second = &y; }
  if (first == second) result++;
  if (gone() == gone()) result++;
  if (same("tail", "a tail" + 2)) result++;
  for (const char *text = "word", *at = text; at != text + 4; at++) result++;
  return result;
}
