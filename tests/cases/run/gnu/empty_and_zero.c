// Empty structs, zero-length and flexible arrays, empty initialisers.
extern void observe(unsigned long long value);
extern void *malloc(typeof(sizeof(0)));
struct empty { };
struct zero { int n; char tail[0]; };
struct flex { int n; short data[]; };
int main(void) {
  struct empty e = {};
  struct zero z = {};
  observe(sizeof e + sizeof z * 10);
  struct flex *f = malloc(sizeof *f + 5 * sizeof(short));
  f->n = 5;
  for (int i = 0; i < f->n; i++) f->data[i] = i * 3;
  int s = 0;
  for (int i = 0; i < f->n; i++) s += f->data[i];
  observe(s);
  observe(sizeof(struct flex));
  int a[3] = {};
  observe(a[0] + a[2] + z.n);
  return 0;
}
