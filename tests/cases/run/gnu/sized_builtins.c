// Built-in functions whose name says how many bytes they work on, or how many bits they count; hints that
// are computed.
extern void observe(unsigned long long value);
unsigned word = 1;
unsigned char bytes[8];
int main(void) {
  int hint = 0, some = 3;
  observe(__sync_fetch_and_add_4((void *)&word, 300));
  observe(word);
  observe(__sync_add_and_fetch_2((void *)bytes, 511));
  observe(bytes[0] + 256 * bytes[1]);
  observe(__builtin_clrsb(0));
  observe(__builtin_clrsb(-1));
  observe(__builtin_clrsb(1000));
  observe(__builtin_clrsbll(-1000));
  observe(__builtin_expect(some, hint++));
  observe(hint);
  return 0;
}
