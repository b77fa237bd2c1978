// Locals of nested blocks, of inlined copies and of the file have one name.
// check: default => TRUE
// check: EF {f::n#3 == 7 && n#1 == 3} => TRUE
// check: AG {n#1 != 3} => FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int n;

static int f(int by)
{
    int n = by;
    {
        static int n;
        n = n + by;
        if (n < 0)
            return 0;
    }
    return n;
}

static int total(void)
{
    return n;
}

int main(void)
{
    n = 3;
    int m = f(2);
    {
        int n = f(7);
        if (n != 7)
            m = 0;
        {
            int n = __VERIFIER_nondet_int();
            if (n == 123456789 && total() != 3)
                reach_error();
        }
    }
    if (m != 2 || total() != 3)
        reach_error();
    return 0;
}
