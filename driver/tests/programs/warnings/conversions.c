// What C forbids and compilers accept is accepted, with a warning at each place.
// check: default => TRUE
// says: conversions.c:18:12: warning: a number ('int') becomes a pointer ('int *') without a cast
// says: conversions.c:19:11: warning: a pointer ('char *') becomes a number ('int') without a cast
// says: conversions.c:20:13: warning: what this points to loses 'const'
// says: conversions.c:21:13: warning: a value of type 'int *' where 'long *' is expected
// says: conversions.c:22:7: warning: a number ('int') becomes a pointer ('int *') without a cast
// says: conversions.c:14:15: warning: 'return' without a value in a function of 'int'
// says: conversions.c:15:16: warning: 'return' with a value in a function that returns nothing
// lacks: conversions.c:23
// lacks: conversions.c:24
// lacks: conversions.c:25
extern void abort(void);
int f(void) { return; }
void g(void) { return 1; }
static const char text[] = "x";
int main(void) {
  int *p = 5;
  int x = "a";
  char *d = text;
  long *l = &x;
  p = x;
  p = 0, p = (void *)0, d = (char *)text;
  unsigned *u = &x;
  const char *e = d;
  f(), g();
  return 0;
}
