// A function without a body returns a union: every byte may be different, padding of a member included.
// check: AG !at(BYTE) => UNKNOWN
// check: AG !at(MEMBER) => UNKNOWN
union u { char bytes[8]; struct { char first; int second; } parts; };
extern union u device(void);
int main(void) {
  union u u;
  u.bytes[1] = 5;
  u.parts.second = 6;
  u = device();
  if (u.bytes[1] != 5)
    BYTE:;
  if (u.parts.second != 6)
    MEMBER:;
  return 0;
}
