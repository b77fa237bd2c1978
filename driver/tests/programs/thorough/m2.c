// The second program of May/Must §8: x is even in the middle, so that y odd at some time is a time
// when neither x is odd nor y even. Four values do not see that.
// options: --predicates m2.preds --unroll off --max-iterations 1 --thorough
// check: AF {v.y & 1} & AG ({v.x & 1} | !{v.y & 1}) => FALSE
// says: fails (in all completions of the abstraction: 1 iteration, 2 predicates)
// check: AX AX AX AX {v.y & 1} & AG ({v.x & 1} | !{v.y & 1}) => FALSE
// check: ltl F {v.y & 1} & G ({v.x & 1} | !{v.y & 1}) => FALSE
// says: fails (in all completions of the abstraction: 1 iteration, 2 predicates)
// check: ltl X X X X {v.y & 1} & G ({v.x & 1} | !{v.y & 1}) => FALSE
// options: --predicates m2.preds --unroll off --max-iterations 1
// check: ltl F {v.y & 1} & G ({v.x & 1} | !{v.y & 1}) => UNKNOWN
// check: AF {v.y & 1} & AG ({v.x & 1} | !{v.y & 1}) => UNKNOWN
int f(int);

struct pair { int x, y; } v = {1, 0};

int main(void) {
    v = (struct pair){2 * f(v.x), f(v.y)};
    v = (struct pair){1, 0};
    return 0;
}
