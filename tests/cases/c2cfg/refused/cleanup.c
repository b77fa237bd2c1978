static void drop(int *p) { *p = 0; }
int main(void) {
  int x __attribute__((cleanup(drop))) = 1;
  return x;
}
