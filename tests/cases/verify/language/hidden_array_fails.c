// As hidden_array.c, and one input makes the assertion fail.
// check: default => FALSE
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int a[40];

static void put(unsigned i, int value)
{
    a[i % 40] = value;
}

static int get(unsigned i)
{
    return a[i % 40];
}

int main(void)
{
    int a[40];
    unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    a[i % 40] = 5;
    put(i, 3);
    while (n > 0) {
        put(i, get(i) == 3 ? 4 : 3);
        n--;
    }
    if (a[i % 40] != 5)
        reach_error();
    if (get(i) < 3 || get(i) > 4 || i == 123456789 && get(i) == 4)
        reach_error();
    return 0;
}
