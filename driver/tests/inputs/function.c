extern void reach_error(void);
struct point { int x, y; };
static int calls;
/* requires: n > 0 && n <= 4 */
static int sum(const short *a, int n, const struct point *p)
{
  int total = p->x;
  for (int i = 0; i < n; i++) total += a[i];
  if (total == 11 && a[0] == 5 && p->y == -3 && calls == 2) reach_error();
  return total;
}
int main(void) { return 0; }
