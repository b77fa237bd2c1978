// Fredrikson Example 2 has this shape: a lock is taken and released under the same condition.
int __VERIFIER_nondet_int(void);
int main(void) {
    int lock = 0, old = 0, new = 0;
    do {
        if (lock)
            goto ERROR;
        lock = 1;
        old = new;
        if (__VERIFIER_nondet_int()) {
            lock = 0;
            new++;
        }
    } while (new != old);
    return 0;
ERROR:
    return 1;
}
