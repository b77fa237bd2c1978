// Strings as arrays and as pointers; with and without room for the final zero.
extern void observe(unsigned long long value);
char a[] = "hello";
char b[3] = "xyz";
char c[8] = "ab";
const char *p = "pointer";
char d[2][4] = {"ab", "cde"};
unsigned char u[] = {"\xff\1"};
const char *names[] = {"zero", "one", "two"};
static int length(const char *s) { int n = 0; while (*s++) n++; return n; }
int main(void) {
  observe(sizeof a * 100 + sizeof b * 10 + sizeof c);
  observe(a[4] + b[2] + c[2] + c[7]);
  observe(length(p) * 10 + length(a));
  observe(d[0][2] + d[1][2] * 1000);
  observe(u[0] + u[1]);
  for (int i = 0; i < 3; i++) observe(length(names[i]) * 1000 + names[i][1]);
  char local[] = "local";
  local[0] = 'v';
  observe(local[0] + local[5]);
  const char *q = p + 3;
  observe(*q);
  observe(p[0] == 'p' && "abc"[1] == 'b');
  a[0]++;
  observe(a[0]);
  return 0;
}
