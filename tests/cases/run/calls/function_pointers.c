// Tables of function pointers, in arrays, structs and arguments.
extern void observe(unsigned long long value);
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op table[3] = {add, sub, &mul};
struct machine { op f; int state; void (*step)(struct machine *, int); };
static void step(struct machine *m, int v) { m->state = m->f(m->state, v); }
static int apply(op f, int a, int b) { return (*f)(a, b); }
static op choose(int n) { return n > 1 ? mul : table[n]; }
int main(void) {
  for (int i = 0; i < 3; i++) observe(table[i](7, 3));
  struct machine m = {add, 1, step};
  m.step(&m, 4);
  observe(m.state);
  m.f = mul;
  m.step(&m, 6);
  observe(m.state);
  observe(apply(sub, 1, 2));
  observe(choose(2)(5, 5) + choose(1)(5, 5));
  op none = 0;
  observe(none == 0 && table[0] != 0 && table[0] == add);
  return 0;
}
