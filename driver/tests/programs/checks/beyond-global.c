// An object of the whole program is overrun through a pointer.
// options: --check access
// check: default => FALSE
// says: replayed
// says: invalid access in `*at = 1`
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int table[6];
static int other[6];

static void mark(int *at) { *at = 1; }

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i <= 6);
  mark(table + i);
  return other[0];
}
