// A loop in two phases: what holds in the first is given up in the second.
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    int x = 0, y = 50;
    while (x < 100) {
        if (x >= 50)
            y++;
        x++;
    }
    CHECK(y == 100);
    return 0;
}
