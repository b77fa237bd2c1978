// #pragma pack: set, saved, restored; and packed structs in arrays.
extern void observe(unsigned long long value);
struct normal { char c; int i; short s; };
#pragma pack(push, 1)
struct one { char c; int i; short s; };
#pragma pack(2)
struct two { char c; int i; short s; };
#pragma pack(pop)
struct after { char c; int i; short s; };
struct one a[3];
int main(void) {
  observe(sizeof(struct normal) * 1000000 + sizeof(struct one) * 10000 + sizeof(struct two) * 100 + sizeof(struct after));
  for (int k = 0; k < 3; k++) { a[k].c = k; a[k].i = 100 * k; a[k].s = -k; }
  struct one *p = a;
  int sum = 0;
  for (; p < a + 3; p++) sum = sum * 10 + p->c + p->i + p->s;
  observe(sum);
  return 0;
}
