// Addresses in bit-fields, as distances, encoded and put together from pieces.
extern void observe(unsigned long long value);
typedef unsigned long word;
struct tagged { word address : 8 * sizeof(word) - 16; unsigned tag : 16; };
struct halves { unsigned short part[sizeof(word) / 2]; };
struct list { word both; int value; };
static int x, y, array[4];
static char text[8];
static word stored;
static void put(void *p) { stored = ~(word)p; }
static void *get(void) { return (void *)~stored; }
static int sum(struct list *before, struct list *at) {
  int sum = 0;
  while (at) {
    struct list *next = (struct list *)(at->both ^ (word)before);
    sum = 10 * sum + at->value;
    before = at;
    at = next;
  }
  return sum;
}
int main(void) {
  if (sizeof(word) == 8) {
    struct tagged t = {(word)&x, 5}, u = t;
    *(int *)(word)u.address = u.tag;
    observe(x);
  }
  word a = (word)&y, b = (word)&x, d = b - a;
  *(int *)(a + d) = 6;
  *(int *)(b - d) = 7;
  observe(10 * x + y);
  struct halves h;
  word v = (word)&array[2], q = 0;
  for (unsigned i = 0; i < sizeof(word) / 2; i++, v = v >> 16)
    h.part[i] = v;
  for (unsigned i = sizeof(word) / 2; i > 0; i--)
    q = q << 16 | h.part[i - 1];
  *(int *)q = 8;
  observe(array[2]);
  put(&text[3]);
  *(char *)get() = 9;
  observe(text[3]);
  struct list last = {0, 3}, middle = {0, 2}, first = {(word)&middle, 1};
  middle.both = (word)&first ^ (word)&last;
  last.both = (word)&middle;
  observe(sum(0, &first));
  observe(sum(0, &last));
  word low = (word)&x & 0xfff, high = (word)&x & ~0xfffUL;
  *(int *)(high + low) = 4;
  observe(x);
  return 0;
}
