// Choices that satisfy a condition are found where numbers wrap around, too; of `B`, unless `c` is the
// largest number.
// check: AG (at(A) -> EF at(B)) => TRUE
// check: EF (at(A) & AG !at(B)) => FALSE
// check: AG (at(B) -> EF halted) => FALSE
// check: EF (at(B) & AG !halted) => TRUE
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b, c = __VERIFIER_nondet_int();
A:
    do
        b = __VERIFIER_nondet_int();
    while (3 * b != a);
B:
    do
        b = __VERIFIER_nondet_int();
    while (b - a <= c);
    return 0;
}
