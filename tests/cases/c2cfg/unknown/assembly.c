int x, y;
int main(void) {
  asm volatile("add %1, %0" : "+r"(x) : "r"(y) : "cc");
  return x;
}
