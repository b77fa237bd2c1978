// An array of variable length is written one too far, by its name or through a pointer, or where
// it is no longer there.
// options: --check memory -D NAMED
// check: default => FALSE
// options: --check bounds -D NAMED
// check: default => FALSE
// options: --check memory
// check: default => FALSE
// options: --check memory -D DANGLING
// check: default => FALSE
extern unsigned char __VERIFIER_nondet_uchar(void);

static int *clear(int n) {
  int all[n], *end = all;
#ifdef NAMED
  all[n] = 0;
#elif defined DANGLING
  return end;
#else
  for (int i = 0; i <= n; i++)
    *end++ = 0;
#endif
  return 0;
}

int main(void) {
  int *all = clear(1 + __VERIFIER_nondet_uchar() % 3);
  return all ? *all : 0;
}
