// A refutation shows values at the start; those before the initialisers are nobody's.
// check: {x > g} => FALSE
// says: where the program starts with main::x <= 4$
// check: {b[i] > g} => FALSE
// says: where the program starts with g >= b[(u64)main::i]$
// check: {i < 3u} -> {b[i] > x} => FALSE
// says: where the program starts with (u32)main::i < 3 && main::x >= b[(u64)main::i]$
int g = 4, b[3] = { 1, 2, 3 };
int main(void) { int x, i; g = i < 3u ? b[i] : 0; return x; }
