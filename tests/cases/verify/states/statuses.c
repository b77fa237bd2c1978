// What a function returned is copied from variable to variable and compared with constants, and with
// another copy: values and relations are found in one round.
// options: --max-iterations 2
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int stage, answer;

int lower(void) {
    int result;
    if (__VERIFIER_nondet_int()) result = 0;
    else if (__VERIFIER_nondet_int()) result = -1;
    else result = 259;
    answer = result;
    stage = 2;
    return result;
}

int middle(void) {
    int status;
    if (__VERIFIER_nondet_int()) return -5;
    if (stage != 1) __VERIFIER_error();
    status = lower();
    if (status == 259) stage = 3;
    return status;
}

int main(void) {
    stage = 1;
    int status = middle();
    if (stage == 3 && status != 259) __VERIFIER_error();
    if (stage == 2 && status != answer) __VERIFIER_error();
    if (status == -5 && stage != 1) __VERIFIER_error();
    return 0;
}
