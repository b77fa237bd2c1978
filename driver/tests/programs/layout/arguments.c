// Arguments are given if there are not too many.
// options: -DCONDITION=argc==5
// check: default => FALSE
// says: , replayed
// options: -DCONDITION=argc==5000
// check: default => FALSE
// says: , replayed
// options: -DCONDITION=argc>5000
// check: default => FALSE
// says: , replayed
// options: -DCONDITION=argc==500000
// check: default => UNKNOWN
// says: if the program can have 500000 arguments, which no run
// options: -DCONDITION=argc==2147483136
// check: default => TRUE
// says: `argc` is from 1 to 6291456
// options: -DCONDITION=argc<1
// check: default => TRUE
// says: `argc` is from 1 to 6291456
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(int argc, char **argv) { if (CONDITION) reach_error(); return 0; }
