struct p { int x, y; };
static struct p swap(struct p a) { struct p r = {a.y, a.x}; return r; }
int main(void) {
  struct p v = {1, 2};
  v = swap(v);
  return v.x;
}
