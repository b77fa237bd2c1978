// qsort sorts, and bsearch finds; where elements are equal, no two of them can be told apart.
extern void observe(unsigned long long value);
typedef typeof(sizeof(0)) size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
static int up(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }
int main(void) {
  short all[5] = {3, -1, 7, 0, 2}, wanted = 7;
  short *found;
  int i;
  qsort(all, 5, sizeof *all, up);
  for (i = 0; i < 5; i++) observe(all[i]);
  found = bsearch(&wanted, all, 5, sizeof *all, up);
  observe(found - all);
  wanted = 1;
  observe(bsearch(&wanted, all, 5, sizeof *all, up) == 0);
  return 0;
}
