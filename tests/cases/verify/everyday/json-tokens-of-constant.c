// A small JSON tokenizer on a constant text.
// check: default => TRUE
#include <assert.h>
#include <string.h>

enum kind { OBJECT, ARRAY, STRING, PRIMITIVE };
struct token {
  enum kind kind;
  int start, end;
};
static int tokenize(const char *js, int length, struct token *tokens, int room) {
  int count = 0;
  for (int i = 0; i < length; i++) {
    char c = js[i];
    if (c == '{' || c == '[') {
      if (count == room)
        return -1;
      tokens[count++] = (struct token){c == '{' ? OBJECT : ARRAY, i, -1};
    } else if (c == '}' || c == ']') {
      int k = count - 1;
      while (k >= 0 && tokens[k].end != -1)
        k--;
      if (k < 0 || tokens[k].kind != (c == '}' ? OBJECT : ARRAY))
        return -2;
      tokens[k].end = i + 1;
    } else if (c == '"') {
      int start = ++i;
      while (i < length && js[i] != '"')
        i++;
      if (i == length || count == room)
        return -1;
      tokens[count++] = (struct token){STRING, start, i};
    } else if ((c >= '0' && c <= '9') || c == 't' || c == 'f' || c == 'n') {
      int start = i;
      while (i + 1 < length && strchr(",]} ", js[i + 1]) == NULL)
        i++;
      if (count == room)
        return -1;
      tokens[count++] = (struct token){PRIMITIVE, start, i + 1};
    }
  }
  return count;
}
int main(void) {
  const char *js = "{\"a\": [1, true], \"b\": \"xy\"}";
  struct token tokens[8];
  int n = tokenize(js, (int)strlen(js), tokens, 8);
  assert(n == 7);
  assert(tokens[0].kind == OBJECT && tokens[0].end == (int)strlen(js));
  assert(tokens[2].kind == ARRAY && tokens[3].kind == PRIMITIVE);
  assert(tokens[6].end - tokens[6].start == 2);
  return 0;
}
