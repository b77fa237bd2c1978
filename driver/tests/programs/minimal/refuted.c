// An execution refutes without predicates; where there is none, fewer of them decide, too.
// options: --minimal
// check: default => FALSE
// says: fails (1 iteration, 0 predicates), replayed$
// options: --minimal --unroll off
// check: AF {rounds == 3} => FALSE
// says: predicates needed
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int rounds, other;
int main(void) {
  int stop = __VERIFIER_nondet_int();
  while (!stop) {
    if (other < 5)
      other = other + 1;
  }
  rounds = 3;
  if (stop == 7)
    reach_error();
  return 0;
}
