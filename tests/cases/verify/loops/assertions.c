// Several assertions in a nested loop, shown together.
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    int size = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int();
    if (size < 0) return 0;
    int i = 0;
    while (i < length) {
        int j = 0;
        while (i < length && j < size - 4) {
            CHECK(0 <= i);
            CHECK(i < length);
            CHECK(0 <= j);
            CHECK(j < size);
            if (__VERIFIER_nondet_int()) {
                j++;
                CHECK(j < size);
            }
            i++;
            j++;
        }
        if (size <= 4) return 0;
    }
    return 0;
}
