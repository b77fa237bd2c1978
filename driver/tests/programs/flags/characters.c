// Whether `char` is signed can be said.
// check: default => TRUE
// options: -funsigned-char
// check: default => FALSE
// says: , replayed
// options: -funsigned-char -fsigned-char
// check: default => TRUE
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void)
{
  char c = __VERIFIER_nondet_char();
  if (c == 200 && c == '\310') reach_error();
  return 0;
}
