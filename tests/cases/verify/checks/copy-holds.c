// The string and its end fit.
// options: --check access
// check: default => TRUE
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char b[4];
  memcpy(b, "abc", 4);
  return b[0];
}
