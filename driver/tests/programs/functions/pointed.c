// A counterexample shows what pointers lead to as the function sees it, and nothing behind one that is null.
// options: --function sum --pointer a=array:n --null-allowed p --check null
// check: default => FALSE
// says: arguments: n = 1, p->x = 
// says: , p->next->y = 7, 
// says: arguments: n = 1, p = NULL, a[0] = 0$
// lacks: harness.c:8
#include <assert.h>
#include <stddef.h>
struct point { int x, y; struct point *next; };
/* requires: n > 0 && n <= 3 */
int sum(const int *a, int n, struct point *p) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  if (p->next) assert(p->x != s || p->next->y != 7);
  return s;
}
