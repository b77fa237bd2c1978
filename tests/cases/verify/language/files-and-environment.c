// What a stream points to is no object of the program; the environment's strings are different, but the
// same for the same name. fread may store a piece of an element that it does not count.
// property: AG !at(OBJECT) => TRUE
// property: AG !at(PROCESS) => UNKNOWN
// property: AG !at(NAMES) => UNKNOWN
// property: AG !at(PIECE) => FALSE
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
  if (fread(&x, sizeof x, 1, stdin) == 0 && x != 5) {
  PIECE:;
  }
  return 0;
}
