// The string and its end do not fit.
// options: --check access
// check: default => FALSE
extern char *strcpy(char *, const char *);
int main(void) {
  char b[3];
  strcpy(b, "abc");
  return 0;
}
