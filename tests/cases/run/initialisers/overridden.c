// A value of a whole is dropped where a later designator names a part of it; a list is not.
extern void observe(unsigned long long value);
struct inner { int x[3]; int y; };
struct outer { struct inner q; int k; char s[6]; };
int called;
static struct inner call(void) { called++; return (struct inner){{1, 2, 3}, 4}; }
struct outer fixed = {.q = {{1, 2, 3}, 4}, .q.y = 50};
struct outer literal = {.q = (struct inner){{1, 2, 3}, 4}, .q.y = 50};
static void show(struct outer *o) {
  observe(o->q.x[0] * 1000 + o->q.x[1] * 100 + o->q.x[2] * 10 + o->q.y);
  observe(o->k * 10 + o->s[0] + o->s[1]);
}
int main(void) {
  struct inner base = {{1, 2, 3}, 4};
  struct outer a = {.q = base, .q.y = 50};
  struct outer b = {.q = {{1, 2, 3}, 4}, .q.y = 50};
  struct outer c = {.q = (struct inner){{1, 2, 3}, 4}, .q.y = 50};
  struct outer d = {.s = "hello", .s[1] = 'x'};
  struct outer e = {.q = call(), .q.y = 50};
  struct outer f = {.q.x[1] = 7, .q = base};
  struct outer g[2] = {[0] = a, [0].k = 4, [1] = b};
  show(&a), show(&b), show(&c), show(&d), show(&e), show(&f), show(&g[0]), show(&g[1]);
  show(&fixed), show(&literal);
  observe(called);
  return 0;
}
