// The second loop takes back what the first added. Its invariant is about a counter that the program
// does not need any more: up == left + back.
// check: default => TRUE
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
        CHECK(left > 0);
        back++;
        left--;
    }
    return 0;
}
