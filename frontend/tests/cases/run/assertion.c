// end: failed
void __VERIFIER_assert(int);
int main(void) { int i, s = 0; for (i = 0; i < 10; i++) s += i; __VERIFIER_assert(s == 45); __VERIFIER_assert(s != 45); }
