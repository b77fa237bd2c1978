// A write through a null pointer to a struct: the replay crashes and says where.
// options: -m64
// check: default => UNKNOWN
// says: FALSE was found, if every access through a pointer or an index stays in its object (field.c:18); but that is wrong: the program makes an invalid access at field.c:18 with input
// says: 123456789
// lacks: bug of Belnap
// options: -m32
// check: default => UNKNOWN
// says: FALSE was found, if every access through a pointer or an index stays in its object (field.c:18); but that is wrong: the program makes an invalid access at field.c:18 with input
// says: 123456789
// lacks: bug of Belnap
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { struct s { int a[3]; struct s *next; } *s = 0; int x = __VERIFIER_nondet_int();
  if (x == 123456789) {
    s->next->a[1] = 1;
    reach_error(); }
  return 0; }
