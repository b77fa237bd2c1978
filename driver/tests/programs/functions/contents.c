// A counterexample shows what pointers point to, also where nobody asked for it element by element.
// options: --function largest --pointer a=array:n
// check: default => FALSE
// says: , replayed
// says: arguments: n = 2, a[0] = -
// says: , a[1] = -
#include <assert.h>
// requires: n == 2
int largest(const int *a, int n)
{
  int m = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m = a[i];
  assert(m == a[0] || m == a[1]);
  return m;
}
