// There is at least one argument, and a null pointer follows them.
// check: AG !failed => TRUE
// check: AG {argc != 1} => FALSE
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc >= 1);
  return 0;
}
