#include "limit.h"
extern void reach_error(void);
int main(void) { int i = 0; while (i < LIMIT) i++; if (i > 7) reach_error(); return 0; }
