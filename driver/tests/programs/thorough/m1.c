// The first program of May/Must §8: of what an unknown function gives, nothing is known, but whatever
// it is: if y is odd at some time, x or y is odd at all times. Four values do not see that.
// options: --predicates m1.preds --unroll off --max-iterations 1 --thorough
// check: AF {v.y & 1} -> AG ({v.x & 1} | {v.y & 1}) => TRUE
// says: holds (in all completions of the abstraction: 1 iteration, 2 predicates)
// options: --predicates m1.preds --unroll off --max-iterations 1
// check: ltl F {v.y & 1} -> G ({v.x & 1} | {v.y & 1}) => TRUE
// says: certified
// options: --predicates m1.preds --unroll off --max-iterations 1 --thorough --json
// check: AF {v.y & 1} -> AG ({v.x & 1} | {v.y & 1}) => TRUE
// says: "thorough": true
// options: --predicates m1.preds --unroll off --max-iterations 1
// check: AF {v.y & 1} -> AG ({v.x & 1} | {v.y & 1}) => UNKNOWN
int f(int);

struct pair { int x, y; } v = {1, 0};

int main(void) {
    v = (struct pair){f(v.x), f(v.y)};
    v = (struct pair){1, 0};
    return 0;
}
