// strtok, strtok_r and strsep take a text apart; comparisons without case.
extern void observe(unsigned long long value);
typedef typeof(sizeof(0)) size_t;
extern char *strtok(char *, const char *);
extern char *strtok_r(char *, const char *, char **);
extern char *strsep(char **, const char *);
extern char *strchrnul(const char *, int);
extern void *memrchr(const void *, int, size_t);
extern int strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
int main(void) {
  char one[] = ",a,,bc,", two[] = "k=v", three[] = "x::y";
  char *token, *rest = 0, *left = three;
  for (token = strtok(one, ","); token; token = strtok(0, ",")) {
    observe(token - one);
    observe(token[0]);
  }
  token = strtok_r(two, "=", &rest);
  observe(token - two);
  observe(rest - two);
  observe(strtok_r(0, "=", &rest) - two);
  observe(strtok_r(0, "=", &rest) == 0);
  while ((token = strsep(&left, ":"))) observe(token - three + 100 * (token[0] == 0));
  observe(strchrnul("abc", 'x')[0] == 0);
  observe((char *)memrchr(one, 'b', 5) - one);
  observe(strcasecmp("aBc", "AbC") == 0);
  observe(strncasecmp("abX", "ABy", 2) == 0);
  return 0;
}
