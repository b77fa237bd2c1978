// At the last step one is left, not two: nearly the same invariant does not hold.
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    int up = 0, left = 0;
    while (up < limit) {
        up++;
        left++;
    }
    int back = 0;
    while (back < limit) {
        CHECK(left > 1);
        back++;
        left--;
    }
    return 0;
}
