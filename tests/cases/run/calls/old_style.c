// Old-style definitions, calls without prototypes, functions used before their definition.
extern void observe(unsigned long long value);
int add();
int sum(a, b, c) int a; char b; short c; { return a + b + c; }
narrow(c) unsigned char c; { return c + 1; }
int main() {
  observe(add(1, 2));
  observe(sum(1, 300, 70000));
  observe(narrow(511));
  return 0;
}
int add(int a, int b) { return a * 10 + b; }
