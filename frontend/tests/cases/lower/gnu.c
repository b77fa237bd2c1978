// Computed goto, statement expressions, inline assembly.
volatile int v;
int main(void)
{
  int x = ({ int y = v; y + 1; }), z, *p = &z;
  static void *table[] = { &&a, &&b };
  goto *table[x];
a: x = 1;
b: x = 2;
  __asm__("nop");
  __asm__("mov %1, %0" : "=r"(z) : "r"(x));
  __asm__("frob" : : "r"(p) : "memory");
  __asm__ goto("jmp %l0" : : : : out);
  z = v + v;
  x = (z ?: 3);
out:
  return x;
}
