// A check that fails inside a library function is shown with the call.
// options: --check memory
// check: default => FALSE
// says: inside-library.c:12    strcpy(d, s): fails (d = 
#include <stdlib.h>
#include <string.h>

/* Forgets the byte at the end. */
static char *copy(const char *s) {
  char *d = malloc(strlen(s));
  if (d)
    strcpy(d, s);
  return d;
}
int main(void) {
  char *p = copy("text");
  free(p);
  return 0;
}
