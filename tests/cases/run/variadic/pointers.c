// What is written through arguments is written, whatever way the pointers go.
#include <stdarg.h>
extern void observe(unsigned long long value);
struct node { int value; struct node *next; };
struct box { int *to; };
static int global;
static void set(int n, ...) {
  va_list list;
  va_start(list, n);
  for (int i = 0; i < n; i++) *va_arg(list, int *) = i + 1;
  va_end(list);
}
static void vset(va_list list) { *va_arg(list, int *) = 70; }
static void pass(int n, ...) {
  va_list list;
  va_start(list, n);
  vset(list);
  va_end(list);
}
static void links(struct node *first, ...) {
  va_list list;
  va_start(list, first);
  struct node *n;
  while ((n = va_arg(list, struct node *))) {
    first->next = n;
    first = n;
  }
  va_end(list);
  first->next = 0;
}
static void boxes(int n, ...) {
  va_list list;
  va_start(list, n);
  struct box b = va_arg(list, struct box);
  *b.to = 81;
  int **p = va_arg(list, int **);
  **p = 82;
  *p = &global;
  char *s = va_arg(list, char *);
  s[1] = 'X';
  va_arg(list, int (*)[2])[0][1] = 83;
  va_end(list);
}
static int *pick(int which, ...) {
  va_list list;
  int *p = 0;
  va_start(list, which);
  while (which--) p = va_arg(list, int *);
  va_end(list);
  return p;
}
int main(void) {
  int x = 10, y = 20, z = 30, pair[2] = {1, 2};
  int *p = &y;
  char text[] = "abc";
  struct node a = {1}, b = {2}, c = {3};
  set(3, &x, &y, &z);
  observe(x * 100 + y * 10 + z);
  pass(1, &x);
  observe(x);
  links(&a, &b, &c, (struct node *)0);
  int sum = 0;
  for (struct node *n = &a; n; n = n->next) sum = sum * 10 + n->value;
  observe(sum);
  boxes(4, (struct box){&x}, &p, text, &pair);
  *p = 5;
  observe(x * 100 + y);
  observe(global);
  observe(text[1]);
  observe(pair[1]);
  *pick(2, &x, &z, &y) = 44;
  observe(x);
  observe(y);
  observe(z);
  return 0;
}
