// A list of three nodes is built and summed.
// check: default => TRUE
#include <assert.h>
#include <stdlib.h>
struct n{int v;struct n*next;};
extern int __VERIFIER_nondet_int(void);
int main(void){ struct n*h=0; int s=0;
 for(int i=0;i<3;i++){ struct n*e=malloc(sizeof *e); if(!e) return 0; e->v=__VERIFIER_nondet_int(); s+=e->v; e->next=h; h=e; }
 int t=0; for(struct n*p=h;p;p=p->next) t+=p->v;
 assert(t==s); return 0; }
