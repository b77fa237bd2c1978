// A call of something that is no function, or one with other parameters, is assumed to end the
// program.
typedef void (*action)(void);
int g;
static void good(void) { g = 1; }
static void bad(int n) { g = n; }
int main(void) {
  action null = 0, any, other = (action)bad, some = 0;
  if (g == 1) null();
  if (g == 2) any();
  if (g == 3) other();
  if (g == 4) some = good;
  some();
  return 0;
}
