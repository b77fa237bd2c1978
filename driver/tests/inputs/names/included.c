#include "h.h"
extern void reach_error(void);
int main(void) { if (N != 3) reach_error(); return 0; }
