// As multiples.c, but it forgets the last round.
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 12 || n > 500) return 0;
    int sum = 0;
    for (int i = 1; i < n; i++)
        sum += 3;
    CHECK(sum == 3 * n);
    return 0;
}
