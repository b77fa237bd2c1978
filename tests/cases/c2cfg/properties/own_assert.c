extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } return; }
int x;
int main(void) { __VERIFIER_assert(x == 0); return 0; }
