// A program may end with the exit codes that ours end with.
// options: --unroll off -DCODE=113
// check: AG !failed => TRUE
// says: , replayed$
// options: --unroll off -DCODE=118
// check: AG !failed => TRUE
// says: , replayed$
// options: --unroll off -DCODE=119
// check: AG !failed => TRUE
// says: , replayed$
// options: --unroll off -DCODE=127
// check: AG !failed => TRUE
// says: , replayed$
#include <assert.h>
int main(void) { int x = 3;
  for (int i = 0; i < 300; i++) x = (x * 5 + 1) % 97;
  assert(x < 97); return CODE; }
