/* Tokens of any short text are inside of it, and inside of their parents. */
#include "json.h"

#include <assert.h>

char __VERIFIER_nondet_char(void);

#define LENGTH 4
#define ROOM 4

int main(void) {
  char text[LENGTH];
  struct json_token tokens[ROOM];
  struct json_parser parser;
  for (int i = 0; i < LENGTH; i++)
    text[i] = __VERIFIER_nondet_char();
  json_init(&parser);
  int count = json_parse(&parser, text, LENGTH, tokens, ROOM);
  assert(parser.position <= LENGTH);
  assert(count <= ROOM);
  for (int i = 0; i < count; i++) {
    const struct json_token *t = &tokens[i];
    assert(0 <= t->start && t->start <= t->end && t->end <= LENGTH);
    assert(t->parent < i);
    if (t->parent >= 0)
      assert(tokens[t->parent].start < t->start && t->end < tokens[t->parent].end);
  }
  return 0;
}
