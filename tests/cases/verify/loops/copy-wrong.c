// The error is behind a thousand rounds, whatever the values are.
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    int from[1000], to[1000];
    for (int i = 0; i < 1000; i++)
        to[i] = from[i];
    CHECK(to[500] != from[500]);
    return 0;
}
