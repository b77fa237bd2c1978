// Bit-fields of types wider than int: gcc computes in int, or in exactly as many bits.
extern void observe(unsigned long long value);
struct s { unsigned long long f1 : 10; long long f0 : 1; unsigned long long w : 40; long long i : 32; unsigned long long u32 : 32; unsigned long long q : 33; } v = {1000, -1, -1, -1, -1, -1};
int main(void) {
  observe(v.f1 - 1001);
  observe(v.f1 - 1001 < 0);
  observe(-v.f0);
  observe(sizeof(v.f1 + 0));
  observe((v.w << 8));
  observe(v.w + 1);
  observe(v.i < 0u);
  observe(v.u32 + 1);
  observe(v.f0 >> 1);
  observe(~v.w);
  observe(v.w * v.w);
  observe(v.f0 ? v.f0 : v.f1);
  observe(sizeof(v.w+0));
  observe(v.q+v.w);
  v.w += 1ll << 39;
  observe(v.w);
  v.q *= v.q;
  observe(v.q);
  return 0;
}
