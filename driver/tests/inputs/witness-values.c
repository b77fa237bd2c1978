extern void reach_error(void);
int f(int x) {
  int y, z;
  if (x < y && z > y)
    reach_error();
  return y;
}
int main(void) { return f(2147483640); }
