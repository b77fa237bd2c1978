/* A parser for INI files: [section], name = value, and comments from ; or # on. */
#ifndef INI_H
#define INI_H

/* Called for each entry; another result than 0 ends the parse. Before a section, it is "". */
typedef int (*ini_handler)(void *user, const char *section, const char *name, const char *value);

/* 0, or the number of the first line that is not understood or whose entry was not wanted.
   The text is changed: sections, names and values get their ends in place. */
int ini_parse(char *text, ini_handler handler, void *user);

#endif
