// The last line is reached after a thousand rounds.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int from[1000], to[1000];
    for (int i = 0; i < 1000; i++)
        to[i] = from[i];
    if (!(to[500] != from[500])) __VERIFIER_error();
    return 0;
}
