// end: halted
void __VERIFIER_assume(int);
void reach_error(void) {}
int main(void) { int x = 3; __VERIFIER_assume(x > 2 && x < 3); reach_error(); }
