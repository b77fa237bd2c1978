// 64-bit products and mixes of widths.
extern void observe(unsigned long long value);
typedef unsigned long long u64;
static u64 mix(u64 h, u64 v) {
  h ^= v + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
  h *= 0xff51afd7ed558ccdull;
  return h ^ (h >> 33);
}
int main(void) {
  u64 h = 1;
  for (unsigned i = 0; i < 20; i++) {
    h = mix(h, i * 0x1234567u);
    observe(h);
    observe((unsigned)h * i);
    observe((long long)(int)h * (int)i);
    observe((short)h * (short)(h >> 16));
  }
  return 0;
}
