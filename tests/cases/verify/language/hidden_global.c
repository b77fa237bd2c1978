// A local of main hides the global that the proof is about.
// check: default => TRUE
// check: AG (at(END) -> {status#1 > 0}) => TRUE
// check: AG (at(END) -> {status#1 <= 0}) => FALSE
// check: AG (at(END) -> {main::status == 123456789}) => FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int status;

static void step(void)
{
    if (status <= 0)
        status = 1;
    else
        status = 2;
}

static int failed(void)
{
    return status <= 0;
}

int main(void)
{
    int status = __VERIFIER_nondet_int();
    if (status == 123456789) {
        step();
        step();
    }
    step();
    if (failed())
        reach_error();
END:
    return status;
}
