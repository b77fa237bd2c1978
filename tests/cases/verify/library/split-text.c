// strtok splits a text and ends with a null pointer.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
int main(void) {
  char s[] = "a,bc";
  char *t = strtok(s, ",");
  char *u = strtok(0, ",");
  char *v = strtok(0, ",");
  assert(t == s && u == s + 2 && !v && strlen(u) == 2 && strcmp(t, "a") == 0);
  if (u[1] == 'c') {
  SHOWN:;
  }
  return 0;
}
