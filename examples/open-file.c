#include <stdio.h>
extern int x;
int main(void) {
  if (fopen("settings", "r") == NULL)
    return 1;
  if (x > 0)
    x = 1;
  else
    x = 2;
P1: ;
}
