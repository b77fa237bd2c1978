// An external function gets a struct with a pointer in it: what that points to is unknown.
struct p { int *p; int v; };
extern void device(struct p s);
void (*call)(struct p) = device;
int main(void) {
  int a = 1;
  struct p s = {&a, 1};
  call(s);
  return a;
}
