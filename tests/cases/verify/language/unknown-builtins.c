// A built-in function without a model may change what its arguments point to, and its value is of any type.
// check: AG !at(LINE) => UNKNOWN
// check: AG !at(SUM) => UNKNOWN
// check: AG !at(WHOLE) => UNKNOWN
// check: AG !at(LARGE) => UNKNOWN
// check: AG !at(ROOM) => UNKNOWN
// check: AG !at(CONSTANT) => UNKNOWN
int main(void) {
  __int128 sum = 0;
  float whole = 0;
  char room[10];
  const int five = 5;
  if (__builtin_LINE() == 13)
    LINE:;
  __builtin_add_overflow((__int128)1, (__int128)2, &sum);
  if (sum == 3)
    SUM:;
  __builtin_modff(1.5f, &whole);
  if (whole != 0)
    WHOLE:;
  if (__builtin_strtol("99999999999", 0, 10) > 0x7fffffffL)
    LARGE:;
  if (__builtin_object_size(room, 0) == sizeof room)
    ROOM:;
  if (!__builtin_constant_p(five))
    CONSTANT:;
  return 0;
}
