// A loop ends if what it counts down has finitely many values: without that, each round asks for another one.
// options: --measures
// check: ltl G ({x > 0} -> F {x <= 0}) => TRUE
// says: certified
extern int __VERIFIER_nondet_int(void);
int x;

int main(void)
{
    x = __VERIFIER_nondet_int();
    while (x > 0)
        x--;
    return 0;
}
