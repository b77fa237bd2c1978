extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct { int a[2]; int b; } s;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i == 1) s.a[i + 1] = 7;
  if (s.b) reach_error();
  return 0;
}
