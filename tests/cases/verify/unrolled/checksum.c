// A checksum of a message with its checksum is zero.
// check: default => TRUE
#include <assert.h>
typedef unsigned char u8;
extern u8 __VERIFIER_nondet_uchar(void);
static u8 crc8(const u8*p,int n){ u8 c=0; for(int i=0;i<n;i++){ c^=p[i]; for(int k=0;k<8;k++) c = (c&0x80)? (u8)((c<<1)^0x07):(u8)(c<<1);} return c; }
int main(void){ u8 b[3]; b[0]=__VERIFIER_nondet_uchar(); b[1]=__VERIFIER_nondet_uchar(); b[2]=crc8(b,2); assert(crc8(b,3)==0); return 0; }
