// A buffer on the stack is overrun through a pointer, by one.
// options: --check access
// check: default => FALSE
// says: replayed
// says: invalid access in `to[n] = 0`
char __VERIFIER_nondet_char(void);

static void read_line(char *to, int size) {
  int n = 0;
  while (n < size && (to[n] = __VERIFIER_nondet_char()) != 0)
    n++;
  to[n] = 0;
}

int main(void) {
  char line[6];
  read_line(line, sizeof line);
  return 0;
}
