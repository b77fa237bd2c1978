// A trace shows what was read, and not what was written before.
// check: default => FALSE
// says: inputs: flag = 
// says: :11  read flag: 
// lacks: not initialised
// lacks: fails (flag = 1)
#include <assert.h>
static volatile int flag;
int main(void)
{ flag = 1;
  assert(flag == 1);
}
