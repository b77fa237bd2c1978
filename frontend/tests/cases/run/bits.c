// end: returned 382970484
unsigned sum;
void add(long x) { sum = sum * 31 + (unsigned)x; }
int main(void)
{
  unsigned v[] = { 1, 2, 3, 0x80000000u, 0xffffffffu, 0x12345678u, 0x00ff0000u };
  for (int i = 0; i < 7; i++) {
    unsigned long long w = ((unsigned long long)v[i] << 32 | v[6 - i]);
    add(__builtin_clz(v[i])); add(__builtin_ctz(v[i])); add(__builtin_popcount(v[i]));
    add(__builtin_parity(v[i])); add(__builtin_ffs(v[i])); add(__builtin_bswap32(v[i]));
    add(__builtin_clzll(w)); add(__builtin_ctzll(w)); add(__builtin_popcountll(w));
    add(__builtin_bswap64(w) >> 7); add(__builtin_bswap16(v[i])); add(__builtin_clzl(w));
    add(__builtin_ffsll(w)); add(__builtin_abs(-5 + i));
  }
  return sum & 0x7fffffff;
}
