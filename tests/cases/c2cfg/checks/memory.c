// What checks of memory remember, and ask for.
// options: --check memory,bounds,null,uninit
extern void *malloc(unsigned long);
extern void free(void *);
int a[4], k;
int main(void) {
  int *p = malloc(8), x;
  p[k] = a[k];
  if (k) x = 1;
  free(p);
  return k && a[k - 1] ? x : 0;
}
