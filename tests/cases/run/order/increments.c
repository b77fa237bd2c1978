// Values of pre- and post-increments, on variables, elements, fields and pointers.
extern void observe(unsigned long long value);
struct s { int n; unsigned char c; };
int main(void) {
  int i = 5;
  observe(i++);
  observe(++i);
  observe(i--);
  observe(--i);
  unsigned char c = 255;
  observe(c++);
  observe(c);
  observe(--c);
  int a[4] = {1, 2, 3, 4}, *p = a;
  observe(*p++);
  observe(*++p);
  observe(++*p);
  observe((*p)++);
  observe(*p--);
  observe(*p);
  struct s v = {1, 255}, *q = &v;
  observe(q->n++ + v.c++);
  observe(q->n * 1000 + q->c);
  observe(a[i = 0, i++]);
  observe(i);
  int b = (i++, i++, i);
  observe(b);
  return 0;
}
