// Models at work.
typedef unsigned long size_t;
void *malloc(size_t);
void free(void *);
void reach_error(void) { int x = 1; }
int printf(const char *, ...);
int scanf(const char *, ...);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
struct s { int x; };
int main(void)
{
  int n = __VERIFIER_nondet_int(), r;
  char name[10];
  struct s *p = malloc(sizeof *p);
  __VERIFIER_assume(n > 0);
  if (!(n > 1)) __assert_fail("n > 1", "x.c", 3, "main");
  printf("%d\n", n);
  r = printf("%d\n", n++);
  scanf("%d", &n);
  r = scanf("%d %s", &n, name);
  free(p);
  if (r) reach_error();
ERROR: __VERIFIER_error();
}
