// Before the start of the program a static variable can have any value, and no property is judged.
// check: AG {mode == 1 || mode == 2} => TRUE
// check: AG {mode == 1} => FALSE
extern int __VERIFIER_nondet_int(void);

int mode = 1;

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (mode == 1) mode = 2;
        else if (mode == 2) mode = 1;
        else mode = 3;
    }
    return 0;
}
