// The third program of May/Must §8: that x is always odd holds of some completions of the abstraction
// and not of others, so that thorough checking does not know either.
// options: --predicates m3.preds --unroll off --max-iterations 1 --thorough
// check: AG {v.x & 1} => UNKNOWN
// check: ltl G {v.x & 1} => UNKNOWN
int f(int);

struct pair { int x, y; } v = {1, 0};

int main(void) {
    v = (struct pair){f(v.x), v.y};
    v = (struct pair){1, 0};
    return 0;
}
