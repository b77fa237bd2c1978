// Memory is filled, and read anywhere.
// check: default => TRUE
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned char b[16]; memset(b,7,sizeof b); unsigned i=__VERIFIER_nondet_uint(); if(i<16) assert(b[i]==7); return 0; }
