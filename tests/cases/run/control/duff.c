// Duff's device: a switch that jumps into a loop.
extern void observe(unsigned long long value);
static int copy(const int *from, int *to, int count) {
  int n = (count + 3) / 4, rounds = 0;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
               rounds++;
          } while (--n > 0);
  }
  return rounds;
}
int main(void) {
  int a[11], b[11];
  for (int i = 0; i < 11; i++) a[i] = i * i;
  for (int n = 1; n <= 11; n++) {
    for (int i = 0; i < 11; i++) b[i] = -1;
    observe(copy(a, b, n));
    int sum = 0;
    for (int i = 0; i < 11; i++) sum = sum * 3 + b[i];
    observe(sum);
  }
  return 0;
}
