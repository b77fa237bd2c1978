// Code without a body is assumed not to call functions that it gets, or finds, a pointer to.
struct table { void (*entry)(int); };
extern void give(void (*)(int));
extern void show(struct table *);
static void first(int n) {}
static void second(int n) {}
int main(void) {
  struct table table = {second};
  give(first);
  show(&table);
  return 0;
}
