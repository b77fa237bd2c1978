// What is behind a block is not the next one of the same place.
// options: --check access
// check: default => FALSE
extern void *malloc(unsigned long);
struct node { int value; struct node *next; };
int main(void) {
  struct node *first = 0, *last = 0;
  for (int i = 0; i < 3; i++) {
    last = malloc(sizeof *last);
    if (!first) first = last;
  }
  first[1].value = 0;
  return 0;
}
