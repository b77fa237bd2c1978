int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
A: x = 0;
B: x = x + 2;
C: return x;
}
