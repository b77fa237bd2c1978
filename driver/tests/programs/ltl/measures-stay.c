// What need not be counted down need not end.
// options: --measures --no-replay
// check: ltl G ({x > 0} -> F {x <= 0}) => FALSE
extern _Bool __VERIFIER_nondet_bool(void);
int x;

int main(void)
{
    x = 5;
    while (x > 0)
        if (__VERIFIER_nondet_bool())
            x--;
    return 0;
}
