// Never below its first value, on unbounded numbers; here it wraps around.
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    signed char c = 0;
    while (__VERIFIER_nondet_int())
        c++;
    CHECK(c >= 0);
    return 0;
}
