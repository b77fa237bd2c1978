// Locals of loop bodies are separate from outer ones with the same name.
extern void observe(unsigned long long value);
int main(void) {
  int i = 100, s = 0;
  for (int i = 0; i < 3; i++) { int s = i; s *= 2; observe(s); }
  observe(i + s);
  int n = 3;
  while (n) { int k = n; n--; if (k == 2) { int n = 50; s += n; continue; } s += k; }
  observe(s);
  { int i = 1; { int i = 2; s += i; } s += i; }
  observe(s);
  return 0;
}
