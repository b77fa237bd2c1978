// Compilers differ in what becomes of a value for a whole of which a part gets another one.
struct pair { int x, y; };
extern int somewhere __attribute__((weak));
int main(void) {
  struct pair first = {1, 2};
  struct { struct pair p; } s = {.p = first, .p.y = 3};
  return s.p.x + (&somewhere != 0);
}
