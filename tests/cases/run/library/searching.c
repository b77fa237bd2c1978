// lfind and lsearch look at one element after the other; sorting less than two elements, or searching
// none, compares nothing.
extern void observe(unsigned long long value);
typedef typeof(sizeof(0)) size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
extern void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
struct pair { int key; short value; };
static int calls;
static int compare(const void *a, const void *b) {
  calls++;
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
int main(void) {
  struct pair all[4] = {{5, 1}, {3, 2}, {8, 3}}, wanted = {8, 0}, other = {4, 9};
  size_t count = 3;
  struct pair *found = lfind(&wanted, all, &count, sizeof *all, compare);
  observe(found - all);
  observe(found->value);
  observe(calls);
  observe(lfind(&other, all, &count, sizeof *all, compare) == 0);
  observe(calls);
  found = lsearch(&other, all, &count, sizeof *all, compare);
  observe(found - all);
  observe(count);
  observe(all[3].key + all[3].value);
  found = lsearch(&other, all, &count, sizeof *all, compare);
  observe(count);
  observe(calls);
  qsort(all, 1, sizeof *all, compare);
  qsort(all, 0, sizeof *all, compare);
  observe(bsearch(&other, all, 0, sizeof *all, compare) == 0);
  observe(all[0].key);
  observe(calls);
  return 0;
}
