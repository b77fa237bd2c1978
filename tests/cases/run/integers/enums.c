// Enumerations: implicit values, negative constants, as array sizes and switch labels.
extern void observe(unsigned long long value);
enum colour { RED, GREEN = 5, BLUE, COUNT };
enum sign { MINUS = -1, ZERO, PLUS };
enum { SIZE = COUNT * 2 };
int table[SIZE];
static int classify(enum colour c) {
  switch (c) {
  case RED: return 10;
  case GREEN: return 20;
  case BLUE: return 30;
  default: return 40;
  }
}
int main(void) {
  enum sign s = MINUS;
  observe(s < 0);
  observe(s);
  enum colour c = RED;
  for (int i = 0; i < COUNT; i++) observe(classify((enum colour)i));
  observe(sizeof table / sizeof table[0]);
  c = GREEN;
  c++;
  observe(c == BLUE);
  observe(-1 < (int)RED);
  observe(sizeof(enum colour));
  return 0;
}
