// String routines written out: copy, compare, reverse, number to text and back.
extern void observe(unsigned long long value);
static char *copy(char *to, const char *from) { char *r = to; while ((*to++ = *from++)); return r; }
static int compare(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a - *b; }
static void reverse(char *s) {
  char *e = s;
  while (*e) e++;
  while (s < --e) { char t = *s; *s++ = *e; *e = t; }
}
static int number(const char *s) {
  int n = 0, sign = 1;
  if (*s == '-') { sign = -1; s++; }
  while (*s >= '0' && *s <= '9') n = n * 10 + (*s++ - '0');
  return sign * n;
}
int main(void) {
  char buffer[16];
  copy(buffer, "stressed");
  reverse(buffer);
  observe(compare(buffer, "desserts"));
  observe(compare("abc", "abd") < 0);
  observe(compare("b", "abd") > 0);
  observe(number("-1234x"));
  int v = 9071;
  char *p = buffer;
  do { *p++ = '0' + v % 10; v /= 10; } while (v);
  *p = 0;
  reverse(buffer);
  observe(number(buffer));
  return 0;
}
