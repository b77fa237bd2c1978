// The model of realloc copies what lies behind the old block, and a run shows that it is not there.
// options: --no-replay --strict
// check: default => UNKNOWN
// options: --no-replay --json
// check: default => TRUE
// says: is not read before it is written
// options:
// check: default => UNKNOWN
// says: the program calls reach_error
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) { int *p[2];
  for (int i = 0; i < 2; i++) { p[i] = malloc(16); p[i][0] = i + 7; }
  int *q = realloc(p[0], 32); if (q[4] != 8) reach_error(); return 0; }
