/* A tokenizer for JSON that allocates nothing: tokens are places in the text. */
#ifndef JSON_H
#define JSON_H

enum json_kind { JSON_OBJECT, JSON_ARRAY, JSON_STRING, JSON_PRIMITIVE };

enum json_error {
  JSON_NO_ROOM = -1, /* there are more tokens than room for them */
  JSON_INVALID = -2, /* a character that cannot be here */
  JSON_PARTIAL = -3  /* the text ends too early */
};

/* The characters `start` to `end - 1` of the text; of a string, without the quotes. */
struct json_token {
  enum json_kind kind;
  int start;
  int end;
  int size;   /* members of an object, elements of an array */
  int parent; /* index of the token that this one is in, or -1 */
};

struct json_parser {
  int position; /* of the next character */
  int count;    /* of the tokens so far */
  int parent;   /* the innermost object or array that is open, or -1 */
};

void json_init(struct json_parser *p);

/* The number of tokens, or an error. */
int json_parse(struct json_parser *p, const char *text, int length, struct json_token *tokens,
               int room);

#endif
