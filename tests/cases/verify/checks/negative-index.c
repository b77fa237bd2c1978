// A remainder of a negative key is no index.
// options: --check bounds
// check: default => FALSE
int __VERIFIER_nondet_int(void);

static int table[7];

static void count(int key) { table[key % 7]++; }

int main(void) {
  count(__VERIFIER_nondet_int());
  return 0;
}
