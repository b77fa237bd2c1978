// Atoms of which one holds whatever the state is, and atoms that exclude each other.
// check: {c <= 3} | {c > 5} | {c == 4} | {c == 5} => TRUE
// check: !{c <= 3} & !{c > 5} & !{c == 4} & !{c == 5} => FALSE
// check: AG ({c < 0} | {c == 0} | {c == 1} | {c == 2} | {c > 2}) => TRUE
// check: EF (!{c < 0} & !{c == 0} & !{c == 1} & !{c == 2} & !{c > 2}) => FALSE
// check: {c <= 3} | {c > 5} | {c == 4} => FALSE
// check: AX ({c <= 3} | {c > 5} | {c == 4} | {c == 5}) => TRUE
int main(void)
{
    int c;
    while (c > 7)
        c = c - 2;
    return 0;
}
