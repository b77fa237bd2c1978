// The address of a local is used behind its function: that is refuted without an execution to replay.
// options: --check memory --check overflow
// check: default => FALSE
// says: FALSE(valid-deref)$
unsigned char __VERIFIER_nondet_uchar(void);
static char *name(int n) {
  char text[8];
  text[0] = 'a' + n;
  text[1] = 0;
  char *p = text;
  return p;
}
int main(void) {
  char *s = name(__VERIFIER_nondet_uchar() % 3);
  return s[0] == 'a';
}
