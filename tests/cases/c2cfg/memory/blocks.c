extern void *memset(void *, int, typeof(sizeof(0)));
extern void *memcpy(void *, const void *, typeof(sizeof(0)));
int a[10], b[10];
int main(void) {
  memset(a, 0, sizeof a);
  memcpy(b, a + 1, 9 * sizeof(int));
  return b[3];
}
