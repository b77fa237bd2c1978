// end: returned 301435455
int isdigit(int), isalpha(int), isspace(int), isupper(int), islower(int), isalnum(int), isblank(int);
int iscntrl(int), isprint(int), isgraph(int), ispunct(int), isxdigit(int);
int strcmp(const char *, const char *), strncmp(const char *, const char *, unsigned long);
int memcmp(const void *, const void *, unsigned long);
char *strstr(const char *, const char *);
int main(void)
{
  unsigned sum = 0;
  char text[8] = "abcabd";
  int c;
  for (c = 0; c < 128; c++) {
    sum = sum * 3 + !!isdigit(c) + 2 * !!isalpha(c) + 4 * !!isspace(c) + 8 * !!isupper(c);
    sum = sum * 5 + !!islower(c) + 2 * !!isalnum(c) + 4 * !!isblank(c) + 8 * !!iscntrl(c);
    sum = sum * 7 + !!isprint(c) + 2 * !!isgraph(c) + 4 * !!ispunct(c) + 8 * !!isxdigit(c);
  }
  sum = sum * 2 + (strcmp("a", "b") < 0) + 2 * (strcmp("b", "a") > 0) + 4 * (strcmp("", "") == 0);
  sum = sum * 2 + (strncmp("abc", "abd", 3) < 0) + 2 * (memcmp("\377", "a", 1) > 0);
  sum = sum * 2 + (strstr(text, "abd") - text) + !strstr(text, "abe") + (strstr(text, "") == text);
  return sum & 0x7fffffff;
}
