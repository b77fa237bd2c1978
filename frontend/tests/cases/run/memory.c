// end: returned 1841097217
typedef unsigned long size_t;
void *malloc(size_t);
void *calloc(size_t, size_t);
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
char *strcpy(char *, const char *);
unsigned sum;
void add(long x) { sum = sum * 31 + (unsigned)x; }
struct bits { unsigned a : 3, b : 7; int c : 5; unsigned long d : 40; _Bool t : 1; unsigned char e : 4; };
struct node { int v; struct node *next; char name[6]; struct bits bits; };
union u { int i; unsigned char c[4]; short s[2]; };
struct node head = { 5, &head, "head", { 1, 2, -3, 4, 1, 5 } }, *list;
int grid[3][4] = { { 1, 2 }, { [2] = 7 }, { 9, 8, 7, 6 } };
struct point { int x, y; } origin = { .y = 4 };
struct point make(int x) { struct point p = { x, x * 2 }; return p; }
int area(struct point p, struct point q) { p.x += q.y; return p.x * q.x + p.y; }
int apply(int (*f)(struct point, struct point), struct point p) { return f(p, make(p.y)); }
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int *largest(int *a, int n) { int *p = a, *q; for (q = a; q < a + n; ++q) if (*q > *p) p = q; return p; }
int main(void)
{
  int i, j, a[5] = { 4, 8, 15, 16, 23 }, *p;
  struct bits b = { 0 };
  union u un;
  char text[20] = "hello";
  for (i = 0; i < 10; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i * i; n->next = list; list = n;
    n->bits = head.bits;
    n->bits.b = i * 50; n->bits.c -= i;
  }
  for (struct node *n = list; n; n = n->next) { add(n->v); add(n->bits.b); add(n->bits.c); add(n->bits.d); }
  for (i = 0; i < 3; i++) for (j = 0; j < 4; j++) add(grid[i][j]);
  b.a = 9; b.b = -1; b.c = 17; b.d = 1ul << 39; b.t = 4; b.e = 15; b.e++; b.a += 7; b.c++;
  add(b.a); add(b.b); add(b.c); add(b.d); add(b.t); add(b.e); add(b.a = 13); add(b.c--);
  un.i = 0x12345678; un.c[1] = 0xff; add(un.i); add(un.s[0]); add(un.c[3]);
  add(head.next->next->v); add(head.name[1]); add(head.name[5]); add(head.bits.c);
  add(origin.x); add(origin.y); add(make(6).y); add(area(make(2), origin)); add(apply(area, make(3)));
  origin = make(9); add(origin.x);
  swap(&a[0], &a[4]); swap(a + 1, &a[1] + 2);
  for (p = a; p != a + 5; p++) add(*p);
  p = largest(a, 5); add(p - a); add(*p); add(p[-0]); add(*(p + 1)); add(p > a); add(&a[3] - p);
  *p++ = 7; add(*p--); add((*p)++); add(++*p); add(*--p + 0 * (p >= a)); 
  p = calloc(4, sizeof(int)); add(p[0] + p[3]); memset(p, 1, 8); add(p[1]); add(p[2]);
  memcpy(p, a, 8); add(p[0]); add(p[1]);
  add(strlen(text)); add(strcmp(text, "help") < 0); strcpy(text + 5, " you"); add(strlen(text)); add(text[7]);
  add(((char *)&a[1])[0]); add(*(short *)&un.c[2]); add((long)&((struct node *)0)->bits);
  add(sizeof(struct node)); add(sizeof(struct bits));
  struct point pts[2] = { { 1 }, make(3) }; pts[0] = pts[1]; add(pts[0].y); p = &pts[0].x; add(p[1]);
  struct point *lit = &(struct point){ .x = 3, .y = i }; add(lit->x + lit->y);
  static int counter = 3; counter += sizeof counter; add(counter);
  int (*table[2])(struct point, struct point) = { area, 0 }; add(table[0](origin, origin)); add(!table[1]);
  return sum & 0x7fffffff;
}
