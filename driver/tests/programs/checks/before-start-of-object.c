// A number is written from its end, one digit too many.
// options: --check access
// check: default => FALSE
// says: replayed
// says: invalid access in `*--at = '-'`
unsigned char __VERIFIER_nondet_uchar(void);

static char *digits(int n, char *end) {
  char *at = end;
  int rest = n < 0 ? -n : n;
  do
    *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (n < 0)
    *--at = '-';
  return at;
}

int main(void) {
  char text[3];
  int n = __VERIFIER_nondet_uchar() - 155;
  return digits(n, text + 3)[0];
}
