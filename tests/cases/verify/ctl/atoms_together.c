// Atoms of which one holds whatever the state is, and atoms that exclude each other.
// property: {c <= 3} | {c > 5} | {c == 4} | {c == 5} => TRUE
// property: !{c <= 3} & !{c > 5} & !{c == 4} & !{c == 5} => FALSE
// property: AG ({c < 0} | {c == 0} | {c == 1} | {c == 2} | {c > 2}) => TRUE
// property: EF (!{c < 0} & !{c == 0} & !{c == 1} & !{c == 2} & !{c > 2}) => FALSE
// property: {c <= 3} | {c > 5} | {c == 4} => FALSE
// property: AX ({c <= 3} | {c > 5} | {c == 4} | {c == 5}) => TRUE
int main(void)
{
    int c;
    while (c > 7)
        c = c - 2;
    return 0;
}
