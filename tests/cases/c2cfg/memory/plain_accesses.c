// Accesses that are plainly inside their objects rest on nothing; those in the last line do.
extern unsigned __VERIFIER_nondet_uint(void);
static int table[256], matrix[3][4];
struct s { int a, b[3]; } s;
static void set(int *p) { *p = 3; }
int main(void) {
  int x = 0;
  unsigned i = __VERIFIER_nondet_uint();
  set(&x);
  table[(unsigned char)i] = "abc"[2];
  matrix[1][i & 3] = *&x;
  s.b[i % 3] = s.b[2];
  return s.b[i % 4] + matrix[1][i & 7] + table[256];
}
