// Sorts only where it has to move at most one element: some inputs of three show it.
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
#define CHECK(condition) if (!(condition)) __VERIFIER_error()

int main(void)
{
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < 3; i++) {
        int key = a[i];
        if (a[i - 1] > key) {
            a[i] = a[i - 1];
            a[i - 1] = key;
        }
    }
    for (int i = 1; i < 3; i++)
        CHECK(a[i - 1] <= a[i]);
    return 0;
}
