union u { int word; unsigned char bytes[4]; };
int main(void) {
  union u v;
  v.word = 0x01020304;
  v.bytes[1] = 9;
  return v.word;
}
