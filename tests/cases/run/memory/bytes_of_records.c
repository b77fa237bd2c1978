// The bytes of a record that begins with an array of characters, all of them.
extern void observe(unsigned long long value);
extern int memcmp(const void *, const void *, typeof(sizeof(0)));
struct named { char name[4]; int number; };
struct outer { struct named first; short last; };
static struct named row[2] = {{"ab", 3}, {"cd", 4}};
static unsigned sum(const void *from, unsigned count) {
  const unsigned char *bytes = from;
  unsigned total = 0;
  for (unsigned i = 0; i < count; i++) total = total * 31 + bytes[i];
  return total;
}
int main(void) {
  struct named s = {"xyz", 5}, t = s;
  observe(sum(&s, sizeof s));
  t.number = 6;
  observe(sum(&t, sizeof t));
  t.number = 5;
  observe(memcmp(&s, &t, sizeof s) == 0);
  observe(sum(row, sizeof row));
  static struct outer o = {{"ab", 1}, 2};
  o.last = 3;
  observe(sum(&o, sizeof o));
  unsigned char *p = (unsigned char *)&o;
  for (unsigned i = 0; i < sizeof o; i++) p[i] = i;
  observe(o.first.number), observe(o.last);
  for (unsigned i = 0; i < sizeof s; i++) ((unsigned char *)&s)[i] = 3 * i;
  observe(s.number), observe(s.name[1]);
  return 0;
}
