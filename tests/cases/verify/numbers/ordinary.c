// Lengths, tags, hashes and comparisons of pointers expose nothing that matters.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; } a, b;
struct node *table[16];
char text[8];
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    char *p = text;
    while (p < text + 4)
      *p++ = 1;
    long length = p - text;
    text[p - text] = 0;
    a.value = 1;
    b.value = 2;
    a.next = (struct node *)((unsigned long)&b | 1);
    table[((unsigned long)&a >> 4) % 16] = &a;
    if ((unsigned long)a.next & 1)
      ((struct node *)((unsigned long)a.next & ~1UL))->value = 4;
    x = a.value + b.value;
  DONE:;
  }
  return 0;
}
