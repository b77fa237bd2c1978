// A function that is called with arbitrary arguments: the text that calls it is part of the program.
// options: --function f --depth 0
struct s { int x; struct s *next; };
static int g;
// requires: n > 0
static int f(struct s *p, int n) { return p->next ? p->x : n + g; }
