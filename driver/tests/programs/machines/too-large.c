// What does not fit into memory is refused.
// options: -m16
// check: default => REFUSED
// says: its objects do not fit into a memory with addresses of 16 bits
char a[30000], b[30000], c[30000];
int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  char *p = i == 0 ? a : i == 1 ? b : c;
  *p = 1;
  return a[0] + b[0] + c[0];
}
