// Memory for a record that ends with an array of one element, and for more elements: an element is the same
// whether its index is a constant or not.
// check: AG !at(OTHER) => TRUE
// check: AG !at(SAME) => FALSE
extern void *malloc(unsigned long);
struct text {
  unsigned length, room;
  short units[1];
};
static short twice(struct text *text, int i) {
  short *unit;
  text->units[i] = 0;
  unit = &text->units[8];
  *unit = 1;
  return text->units[i];
}
int main(void) {
  struct text *text = malloc(sizeof(struct text) + 64);
  short unit = twice(text, 8);
  if (unit != 1)
    OTHER:;
  if (unit == 1)
    SAME:;
  return 0;
}
