// Literals.
long a[] = { 0, 1, 42u, 42UL, 42lu, 42ll, 42LLU, 0x1F, 0XabcdefULL, 017, 00, 0b101, 18446744073709551615u };
double b[] = { 1., .5, 1e5, 1.5E-3f, 0x1p3, 0x1.8P-2L, 1.0q, 2.5f64, 1e+10, 0x.8p0, 08.5, 1.5F, 2.0f128 };
int c[] = { 'a', '\n', '\0', '\377', '\x41', '\xff', 'ab', 'abcd', 'abcde', '\'', '"', '\e', '\?', L'a', L'\xffffffff', u'\u20ac', U'\U0001F600', 'é', L'é', '\\', u8'a', '\q' };
char *d[] = { "", "abc", "a\tb\"c\\", "\x41\102\0", "con" "cat" /* comment */ "enated" // more
   "!", "é", "\u00e9", u8"é", "line\
 continued", "\xfff" };
void *e[] = { L"wide" "é", "é" L"wide", u"\U0001F600", U"\U0001F600", L"\x12345678" };
