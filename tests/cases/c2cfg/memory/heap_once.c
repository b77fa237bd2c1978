extern void *malloc(typeof(sizeof(0)));
struct p { int x, y; };
int main(void) {
  struct p *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->x = 1;
  b->x = 2;
  return a->x;
}
