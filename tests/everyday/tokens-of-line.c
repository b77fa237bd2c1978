// A number right behind a word is read as part of the word.
// check: default => FALSE
#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

enum token { END, NUMBER, WORD, SIGN };
static enum token next(const char **s) {
  while (**s == ' ')
    (*s)++;
  if (!**s)
    return END;
  if (isdigit((unsigned char)**s)) {
    while (isdigit((unsigned char)**s))
      (*s)++;
    return NUMBER;
  }
  if (isalpha((unsigned char)**s)) {
    while (isalnum((unsigned char)**s))
      (*s)++;
    return WORD;
  }
  (*s)++;
  return SIGN;
}
int main(void) {
  char line[5];
  int digits = 0;
  for (int i = 0; i < 4; i++) {
    line[i] = "a1+ "[__VERIFIER_nondet_uchar() & 3];
    digits += line[i] == '1';
  }
  line[4] = 0;
  const char *s = line;
  int numbers = 0;
  for (enum token t; (t = next(&s)) != END;)
    numbers += t == NUMBER;
  assert(digits == 0 || numbers > 0);
  return 0;
}
