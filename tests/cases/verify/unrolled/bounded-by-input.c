// A loop that an input bounds.
// check: default => TRUE
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int n=__VERIFIER_nondet_int(); if(n<0||n>5) return 0; int s=0; for(int i=1;i<=n;i++) s+=i; assert(s==n*(n+1)/2); assert(s!=15||n==5); return 0; }
