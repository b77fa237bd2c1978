// The second variable follows the first at a distance that is bounded by a constant of the program,
// so that neither overflows.
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    int i = 0, j = 0;
    while (__VERIFIER_nondet_int() && i < 100)
        i++;
    while (__VERIFIER_nondet_int() && i < 1000000) {
        i++;
        j++;
    }
    if (j < 100)
        CHECK(i < 200);
    return 0;
}
