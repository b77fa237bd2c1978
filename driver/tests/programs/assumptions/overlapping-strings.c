// A string that is copied to a place inside itself.
// check: default => TRUE
// if: every access through a pointer or an index stays in its object
// if: what strncpy copies does not overlap with where it goes

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern char *strncpy(char *, const char *, unsigned long);

int main(void)
{
  char text[8] = "abc";
  if (__VERIFIER_nondet_int() == 123456789) {
    strncpy(text + 1, text, 2);
    if (text[1] != 'a') reach_error();
  }
  return 0;
}
