// What is found by running the program has no other evidence than that.
// options: --strict --no-replay
// check: default => UNKNOWN
// says: unknown: TRUE, without evidence
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { unsigned s = 0, i;
  for (i = 0; i < 5000; i++) s = s * 3 + i;
  if (s == 12345) reach_error(); return 0; }
