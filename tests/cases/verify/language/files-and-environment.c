// What a stream points to is no object of the program; the environment's strings are different, but the
// same for the same name.
// check: AG !at(OBJECT) => TRUE
// check: AG !at(PROCESS) => TRUE
// check: AG !at(NAMES) => UNKNOWN
#include <stdio.h>
#include <stdlib.h>
extern int getpid(void);
static int x = 5;
int main(void) {
  FILE *file = fopen("a", "r");
  if ((void *)file == (void *)&x) {
  OBJECT:;
  }
  if (getpid() != getpid()) {
  PROCESS:;
  }
  if (getenv("A") != getenv("B")) {
  NAMES:;
  }
  return 0;
}
