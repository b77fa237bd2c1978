// strtol and its kin read what the real ones read: blanks, signs, prefixes, the end, and what is too large.
extern void observe(unsigned long long value);
extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern long long strtoll(const char *, char **, int);
extern unsigned long long strtoull(const char *, char **, int);
extern int atoi(const char *);
extern long atol(const char *);
extern long long atoll(const char *);
int main(void) {
  char text[] = " \t-42abc";
  char *end;
  observe(strtol(text, &end, 10));
  observe(end - text);
  observe(strtol("0x1F", &end, 0));
  observe(*end);
  observe(strtol("0x", &end, 16));
  observe(*end);
  observe(strtol("017", 0, 0));
  observe(strtol("zz", 0, 36));
  observe(strtol("+", &end, 10));
  observe(*end);
  observe(strtol("12", 0, 2));
  observe(strtoul("-1", 0, 10));
  observe(strtoull("18446744073709551616", &end, 10));
  observe(*end);
  observe(strtoll("-9223372036854775809", 0, 10));
  observe(atoi("  12 3") + atol("-7") + atoll("x"));
  return 0;
}
