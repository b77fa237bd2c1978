extern void give(int x);

int main(void) {
  while (1) {
    give(1);
  }
}
