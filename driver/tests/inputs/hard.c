extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), s = 0, i;
  for (i = 0; i < n; i++) {
    s += i * i * i;
    if (s * s == 3u * n + 17u && i > 100000) reach_error();
  }
  return 0;
}
