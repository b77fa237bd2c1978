# 40 "original.h"
int x;
# 7 "original.c"
int main(void) {
  x = 3;
  return x;
}
