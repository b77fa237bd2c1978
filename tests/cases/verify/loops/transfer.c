// What one counter loses the other wins: an equation of three variables.
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    unsigned total = __VERIFIER_nondet_uint();
    unsigned left = total, moved = 0;
    while (left != 0) {
        left--;
        moved++;
    }
    CHECK(moved == total);
    return 0;
}
