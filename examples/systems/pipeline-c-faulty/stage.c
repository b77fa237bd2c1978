extern int get(void);
extern void give(int x);

int x = 1;

int main(void) {
  while (1) {
    x = get();
    give(x);
  }
}
