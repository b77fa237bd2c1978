// Types and values of literals.
extern void observe(unsigned long long value);
int main(void) {
  observe(0x7fffffff + 0ull);
  observe(0xffffffff + 1ull);
  observe(-2147483648);
  observe(sizeof(2147483648) == sizeof(int));
  observe(sizeof(0x80000000) == sizeof(int));
  observe(sizeof('a'));
  observe('\n' + '\0' + '\x41' + '\101' + '\\');
  observe('\xff');
  observe('ab');
  observe(L'x');
  observe(010 + 0b101);
  observe(1ul + 2l + 3ll + 4u + 5llu);
  observe(sizeof("hello"));
  observe("hello"[1]);
  observe(sizeof(L"ab") / sizeof(L"ab"[0]));
  observe(*("ab" "cd" + 2));
  return 0;
}
