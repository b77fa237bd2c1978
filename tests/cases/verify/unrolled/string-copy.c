// A constant string is copied and compared.
// check: default => TRUE
#include <assert.h>
#include <string.h>
int main(void){ char d[8]; strcpy(d,"abcdefg"); assert(strcmp(d,"abcdefg")==0); assert(d[7]==0); return 0; }
