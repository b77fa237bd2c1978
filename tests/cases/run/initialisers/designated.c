// Designators, ranges, nested and out of order; the rest is zero.
extern void observe(unsigned long long value);
struct p { int x, y, z; };
struct t { struct p a[3]; int n; char s[4]; };
int a[10] = {1, 2, [5] = 50, 60, [2] = 20, [8 ... 9] = 7};
struct p p = {.z = 3, .x = 1};
struct t t = {.a = {[1] = {.y = 5}, [2] = {1, 2, 3}}, .n = 9, .s = "ab"};
struct t u = {.a[1].z = 4, .a[0] = {7}, .s = {'x', [3] = 'y'}};
int sparse[] = {[3] = 1, [7] = 2};
int main(void) {
  for (int i = 0; i < 10; i++) observe(a[i]);
  observe(p.x * 100 + p.y * 10 + p.z);
  for (int i = 0; i < 3; i++) observe(t.a[i].x * 100 + t.a[i].y * 10 + t.a[i].z);
  observe(t.n + t.s[0] + t.s[1] + t.s[2]);
  observe(u.a[1].z * 100 + u.a[0].x * 10 + u.n + u.s[0] + u.s[3]);
  observe(sizeof sparse / sizeof *sparse);
  struct p local = {.y = p.z + 1};
  observe(local.x + local.y + local.z);
  int b[2][3] = {{1}, {[2] = 6}};
  observe(b[0][0] * 100 + b[0][2] * 10 + b[1][2]);
  int c[2][2] = {1, 2, 3, 4};
  observe(c[1][0]);
  struct p q[] = {1, 2, 3, 4, 5, 6};
  observe(q[1].y + (int)(sizeof q / sizeof *q));
  return 0;
}
