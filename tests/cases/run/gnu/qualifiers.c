// Qualifiers of what a pointer points to tell types apart; those of a value do not.
extern void observe(unsigned long long value);
struct s { const char *name; int numbers[2]; volatile int *v; };
static const int *look(void) { return 0; }
static int *(*pointer_to_function)(void);
#define KIND(x) _Generic(x, int *: 1, const int *: 2, char *: 3, const char *: 4, default: 5)
int main(void) {
  int x = 0;
  const int y = 0;
  const int *p = &x;
  const struct s s = {"a", {0}, 0}, *q = &s;
  typedef const int *pointer;
  typedef int row[2];
  const row elements = {1, 2};
  pointer r = p;
  __auto_type t = p;
  observe(KIND(&x)), observe(KIND(&y)), observe(KIND(p)), observe(KIND(r)), observe(KIND(t));
  observe(KIND(look())), observe(KIND(pointer_to_function())), observe(KIND(elements));
  observe(KIND("a")), observe(KIND((const char *)"a")), observe(KIND(s.name)), observe(KIND(q->name));
  observe(KIND(s.numbers)), observe(KIND(q->numbers + 1)), observe(KIND(&q->numbers[1]));
  observe(KIND(q->v)), observe(KIND((p, &x))), observe(KIND(x ? p : r)), observe(KIND(p++));
  observe(_Generic(y, const int: 1, int: 2)), observe(_Generic(&p, int **: 1, const int **: 2));
  observe(_Generic(main, int (*)(void): 1, default: 2));
  observe(__builtin_types_compatible_p(const char *, char *));
  observe(__builtin_types_compatible_p(const int, int));
  observe(__builtin_types_compatible_p(const int[2], int[2]));
  observe(__builtin_types_compatible_p(const row, row));
  observe(__builtin_types_compatible_p(typeof(*p), int));
  observe(__builtin_types_compatible_p(typeof(&*p), pointer));
  observe(__builtin_types_compatible_p(char *const, char *));
  return 0;
}
