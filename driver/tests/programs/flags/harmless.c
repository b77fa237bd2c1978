// Flags of compilers are taken as they are.
// options: -std=c99 -O2 -Wall -Wextra -g3 -pedantic -fno-common -MD -MF x.d -c -march=native
// check: default => TRUE
// options: -DN=2 -include given.h -isystem . -iquote .
// check: default => FALSE
// says: , replayed
// options: -pthread
// check: default => TRUE
// says: threads are not modelled
// options: -fpack-struct
// check: default => REFUSED
// says: it changes the layout of types
extern void reach_error(void);
#ifndef GIVEN
#define GIVEN 0
#endif
int main(void) { if (GIVEN) reach_error(); return 0; }
