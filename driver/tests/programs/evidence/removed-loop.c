// What is behind a loop that was removed is one step with what is before it.
// options: --no-replay
// check: default => TRUE
// says: , certified$
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a, g;
int main(void) {
  int i;
  a = __VERIFIER_nondet_int();
  if (a < 0 || a > 7) return 0;
  a = a * 2;
  for (i = 0; i < 7; i++) g = i;
  a = a + 1;
  if (a > 15) reach_error();
  return 0;
}
