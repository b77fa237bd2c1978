#include "ini.h"

#include <stddef.h>

static int is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

static char *skip_spaces(char *s) {
  while (is_space(*s))
    s++;
  return s;
}

/* Ends the text between `start` and `end` before the spaces at its end. */
static void cut(char *start, char *end) {
#ifdef BUG /* leaves a space at the end */
  if (end > start && is_space(end[-1]))
    end--;
#else
  while (end > start && is_space(end[-1]))
    end--;
#endif
  *end = 0;
}

/* Ends the line in place; the beginning of the next one, or NULL behind the last. */
static char *end_line(char *line) {
  while (*line && *line != '\n')
    line++;
  if (!*line)
    return NULL;
  *line = 0;
  return line + 1;
}

static char *find(char *s, char one, char other) {
  while (*s && *s != one && *s != other)
    s++;
  return s;
}

static int parse_entry(char *line, const char *section, ini_handler handler, void *user) {
  char *equals = find(line, '=', ':');
  if (!*equals || equals == line)
    return 1;
  char *value = skip_spaces(equals + 1);
  cut(line, equals);
  cut(value, find(value, ';', '#'));
  return handler(user, section, line, value);
}

int ini_parse(char *text, ini_handler handler, void *user) {
  const char *section = "";
  int number = 0;
  for (char *line = text, *next; line; line = next) {
    next = end_line(line);
    number++;
    line = skip_spaces(line);
    if (!*line || *line == ';' || *line == '#')
      continue;
    if (*line == '[') {
      char *end = find(line, ']', ']');
      if (!*end)
        return number;
      section = line + 1;
      *end = 0;
    } else if (parse_entry(line, section, handler, user))
      return number;
  }
  return 0;
}
