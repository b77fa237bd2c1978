// Truth values in structs, arrays and variables, next to other bytes.
// check: default => TRUE
// if: every access through a pointer or an index stays in its object
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memset(void *, int, unsigned long);

struct state { int number; _Bool set; char letter; };

int main(void)
{
  struct state s, *p = &s;
  _Bool all[3], one;
  memset(&s, 0, sizeof s);
  s.number = __VERIFIER_nondet_int();
  s.letter = 'x';
  p->set = s.number > 3;
  struct state t = s;
  one = t.set;
  all[2] = one;
#ifdef NEGATED
  if (all[2] && p->set) reach_error();
#else
  if (all[2] != (p->number > 3)) reach_error();
#endif
  return 0;
}
