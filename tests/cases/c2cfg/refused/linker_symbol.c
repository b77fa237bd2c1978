/* The linker makes this another name of `a`. */
__attribute__((section("numbers"))) int a = 1;
extern int __start_numbers[];
int main(void)
{
  __start_numbers[0] = 2;
  return a;
}
