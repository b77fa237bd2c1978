// A function that is called with arbitrary arguments: the text that calls it is part of the program.
// options: --function f
struct s { int x; struct s *next; };
static int g;
// requires: n > g
static int f(struct s *p, int n) { return p->next ? p->x : n; }
