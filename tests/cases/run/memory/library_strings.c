// The library's string and character functions.
extern void observe(unsigned long long value);
typedef typeof(sizeof(0)) size;
extern size strlen(const char *);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size);
extern char *strcpy(char *, const char *);
extern char *strcat(char *, const char *);
extern char *strchr(const char *, int);
extern int memcmp(const void *, const void *, size);
extern int isdigit(int), isalpha(int), isspace(int), toupper(int), tolower(int), isupper(int);
extern int abs(int);
extern long labs(long);
int main(void) {
  char b[20];
  strcpy(b, "one");
  strcat(b, "+two");
  observe(strlen(b));
  observe(strcmp(b, "one+two") == 0);
  observe(strncmp("abc", "abd", 2) == 0);
  observe(strchr(b, '+') - b);
  observe(strchr(b, 'q') == 0);
  observe(memcmp("ab", "ab", 3) == 0);
  // Of characters in a class and of strings that differ, less than a number is promised.
  observe(isdigit('a') + isalpha('1') + isspace('a') + isupper('a'));
  observe(toupper('q') + tolower('Q') + toupper('1'));
  observe(abs(-5) + labs(-7l) + abs(4));
  return 0;
}
