// Records are sorted by the library with a comparison of our own.
// check: default => TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct person {
  int age, id;
};
static int by_age(const void *a, const void *b) {
  const struct person *p = a, *q = b;
  return (p->age > q->age) - (p->age < q->age);
}
int main(void) {
  struct person people[3];
  for (int i = 0; i < 3; i++) {
    people[i].age = __VERIFIER_nondet_int();
    people[i].id = i;
  }
  qsort(people, 3, sizeof *people, by_age);
  assert(people[0].age <= people[1].age && people[1].age <= people[2].age);
  return 0;
}
