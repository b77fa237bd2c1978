#include "json.h"

#include <stddef.h>

void json_init(struct json_parser *p) {
  p->position = 0;
  p->count = 0;
  p->parent = -1;
}

static struct json_token *new_token(struct json_parser *p, struct json_token *tokens, int room,
                                    enum json_kind kind, int start, int end) {
  if (p->count >= room)
    return NULL;
  struct json_token *t = &tokens[p->count++];
  t->kind = kind;
  t->start = start;
  t->end = end;
  t->size = 0;
  t->parent = p->parent;
  if (p->parent >= 0)
    tokens[p->parent].size++;
  return t;
}

/* From behind the opening quote to behind the closing one. */
static int parse_string(struct json_parser *p, const char *text, int length,
                        struct json_token *tokens, int room) {
  int start = p->position;
  while (p->position < length && text[p->position] != '"') {
    if (text[p->position] == '\\') {
      p->position++;
#ifndef BUG /* without this, a backslash at the end leads behind the text */
      if (p->position >= length)
        return JSON_PARTIAL;
#endif
    }
    p->position++;
  }
#ifdef BUG
  if (p->position == length)
    return JSON_PARTIAL;
#else
  if (p->position >= length)
    return JSON_PARTIAL;
#endif
  if (!new_token(p, tokens, room, JSON_STRING, start, p->position))
    return JSON_NO_ROOM;
  p->position++;
  return 0;
}

static int ends_primitive(char c) {
  return c == ',' || c == ']' || c == '}' || c == ':' || c == ' ' || c == '\t' || c == '\n';
}

/* A number, true, false or null, from its first character on. */
static int parse_primitive(struct json_parser *p, const char *text, int length,
                           struct json_token *tokens, int room) {
  int start = p->position;
  while (p->position < length && !ends_primitive(text[p->position])) {
    if (text[p->position] < ' ' || text[p->position] == '"')
      return JSON_INVALID;
    p->position++;
  }
  if (!new_token(p, tokens, room, JSON_PRIMITIVE, start, p->position))
    return JSON_NO_ROOM;
  return 0;
}

static int close(struct json_parser *p, struct json_token *tokens, enum json_kind kind) {
  if (p->parent < 0 || tokens[p->parent].kind != kind)
    return JSON_INVALID;
  tokens[p->parent].end = ++p->position;
  p->parent = tokens[p->parent].parent;
  return 0;
}

static int open(struct json_parser *p, struct json_token *tokens, int room, enum json_kind kind) {
  struct json_token *t = new_token(p, tokens, room, kind, p->position, -1);
  if (!t)
    return JSON_NO_ROOM;
  p->parent = p->count - 1;
  p->position++;
  return 0;
}

int json_parse(struct json_parser *p, const char *text, int length, struct json_token *tokens,
               int room) {
  while (p->position < length && text[p->position]) {
    int error = 0;
    switch (text[p->position]) {
    case '{': error = open(p, tokens, room, JSON_OBJECT); break;
    case '[': error = open(p, tokens, room, JSON_ARRAY); break;
    case '}': error = close(p, tokens, JSON_OBJECT); break;
    case ']': error = close(p, tokens, JSON_ARRAY); break;
    case '"':
      p->position++;
      error = parse_string(p, text, length, tokens, room);
      break;
    case ' ': case '\t': case '\r': case '\n': case ':': case ',':
      p->position++;
      break;
    default: error = parse_primitive(p, text, length, tokens, room);
    }
    if (error)
      return error;
  }
  return p->parent >= 0 ? JSON_PARTIAL : p->count;
}
