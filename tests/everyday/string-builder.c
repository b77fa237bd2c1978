// A buffer that grows keeps what was put into it.
// check: default => TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

struct buffer {
  char *data;
  size_t length, room;
};
static void put(struct buffer *b, char c) {
  if (b->length == b->room) {
    b->room = b->room ? 2 * b->room : 2;
    char *data = realloc(b->data, b->room);
    if (!data)
      exit(1);
    b->data = data;
  }
  b->data[b->length++] = c;
}
int main(void) {
  struct buffer b = {NULL, 0, 0};
  char text[5];
  for (int i = 0; i < 5; i++) {
    text[i] = __VERIFIER_nondet_char();
    put(&b, text[i]);
  }
  assert(b.length == 5 && b.room >= 5);
  assert(memcmp(b.data, text, 5) == 0);
  free(b.data);
  return 0;
}
