// Nothing can change what this program does: its only execution decides.
// check: default => TRUE
// check: AG {main::s <= 4 || !(main::s <= 4)} => TRUE
// check: AG !at(UNSORTED) => TRUE
// check: AG !at(SORTED) => FALSE
extern void reach_error(void);
int main(void) {
  int a[12], s, i, j, t;
  s = 0;
  for (i = 0; i < 12; i++)
    a[i] = (i * 37 + 11) % 23;
  for (i = 0; i < 11; i++)
    for (j = 0; j + 1 < 12 - i; j++)
      if (a[j] > a[j + 1]) {
        t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (i = 0; i < 5; i++) {
    if (i == 2)
      continue;
    if (i == 4)
      break;
    s += i;
  }
  for (i = 0; i + 1 < 12; i++)
    if (a[i] > a[i + 1]) {
    UNSORTED:
      reach_error();
    }
  if (s != 4)
    reach_error();
SORTED:
  return 0;
}
