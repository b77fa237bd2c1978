// A designator of a part drops the value of the whole, as in gcc; a weak variable may be missing.
struct pair { int x, y; };
extern int somewhere __attribute__((weak));
int main(void) {
  struct pair first = {1, 2};
  struct { struct pair p; } s = {.p = first, .p.y = 3};
  return s.p.x + (&somewhere != 0);
}
