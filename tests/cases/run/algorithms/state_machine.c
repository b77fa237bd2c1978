// A tokenizer as a state machine over a string, with counters in a struct.
extern void observe(unsigned long long value);
enum state { START, WORD, NUMBER, STOP };
struct counts { int words, numbers, others; unsigned hash; };
static enum state step(enum state s, char c, struct counts *k) {
  int letter = (c >= 'a' && c <= 'z') || c == '_', digit = c >= '0' && c <= '9';
  switch (s) {
  case START:
    if (letter) { k->words++; return WORD; }
    if (digit) { k->numbers++; return NUMBER; }
    if (!c) return STOP;
    if (c != ' ') k->others++;
    return START;
  case WORD:
    if (letter || digit) { k->hash = k->hash * 33 ^ c; return WORD; }
    return step(START, c, k);
  case NUMBER:
    if (digit) { k->hash += c; return NUMBER; }
    return step(START, c, k);
  default: return STOP;
  }
}
int main(void) {
  struct counts k = {0};
  const char *p = "int x1 = 42 + foo_7(bar, 9);";
  enum state s = START;
  while (s != STOP) s = step(s, *p++, &k);
  observe(k.words * 10000 + k.numbers * 100 + k.others);
  observe(k.hash);
  return 0;
}
