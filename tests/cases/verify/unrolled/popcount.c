// Bits are counted in two ways.
// check: default => TRUE
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){
  unsigned x=__VERIFIER_nondet_uint(), y=x; int c=0;
  while(y){ c+=y&1; y>>=1; }
  unsigned v=x;
  v = v - ((v >> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >> 2) & 0x33333333);
  int d = (((v + (v >> 4)) & 0x0F0F0F0F) * 0x01010101) >> 24;
  assert(c==d); return 0; }
