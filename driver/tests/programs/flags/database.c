// A compilation database says how a file is compiled.
// options: --compile-commands compile_commands.json
// check: default => FALSE
// says: , replayed
// check: AG !at(NEVER) => TRUE
extern void reach_error(void);
#include "wanted.h"
int main(void)
{
  char c = -1;
  if (LIMIT == 3 && WANTED == 5 && c > 0) reach_error();
  if (LIMIT != 3) {
  NEVER:;
  }
  return 0;
}
