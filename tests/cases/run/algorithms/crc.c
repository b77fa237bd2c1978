// CRC-32 with a table built at run time, and Adler-32.
extern void observe(unsigned long long value);
static unsigned table[256];
int main(void) {
  for (unsigned n = 0; n < 256; n++) {
    unsigned c = n;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[n] = c;
  }
  const char *s = "The quick brown fox";
  unsigned c = ~0u, a = 1, b = 0;
  for (const char *p = s; *p; p++) {
    c = table[(c ^ (unsigned char)*p) & 0xff] ^ (c >> 8);
    a = (a + (unsigned char)*p) % 65521;
    b = (b + a) % 65521;
  }
  observe(~c);
  observe(b << 16 | a);
  return 0;
}
