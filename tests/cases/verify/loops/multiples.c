// Two per round: the sum and the counter are tied, and the loop ends at its bound.
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 500) return 0;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += 2;
    CHECK(sum == 2 * n);
    return 0;
}
