// malloc and calloc in loops: each call gives a new object.
extern void observe(unsigned long long value);
extern void *malloc(typeof(sizeof(0)));
extern void *calloc(typeof(sizeof(0)), typeof(sizeof(0)));
extern void free(void *);
struct rec { int id; short *data; };
int main(void) {
  struct rec *r[4];
  for (int i = 0; i < 4; i++) {
    r[i] = malloc(sizeof(struct rec));
    r[i]->id = i;
    r[i]->data = calloc(3 + i, sizeof(short));
    for (int j = 0; j < 3 + i; j += 2) r[i]->data[j] = i * 10 + j;
  }
  for (int i = 0; i < 4; i++) {
    int s = 0;
    for (int j = 0; j < 3 + i; j++) s = s * 2 + r[i]->data[j];
    observe(r[i]->id * 1000 + s);
  }
  observe(r[0] != r[1] && r[1]->data != r[2]->data && r[3] != 0);
  *r[0] = *r[3];
  r[0]->data[0] = 77;
  observe(r[3]->data[0] + r[0]->id);
  int *a = malloc(10 * sizeof *a);
  for (int i = 0; i < 10; i++) a[i] = i;
  int *p = a + 9;
  while (p > a) { p[-1] += *p; p--; }
  observe(a[0]);
  free(a);
  return 0;
}
