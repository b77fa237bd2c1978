// Properties about variables that the program does not use.
// options: --entry start
// check: AG {unused == 7} => TRUE
// check: EF {unused != 7} => FALSE
// check: AG {none.a == 3 && none.in.b == 4} => TRUE
// check: AG {none.in.b != 4} => FALSE
// check: AG {x == 5} => FALSE
// check: {x == 5} -> AG {x == 5} => TRUE
// check: EF {k == 5} => TRUE
// check: AG {start::k == 0} => FALSE
// check: EF {twice::n == 7} => TRUE
// check: EF {twice::scratch == 3} => TRUE
// check: {nobody::p == 1} -> AG {nobody::p == 1} => TRUE
// check: AG {nobody::p == 1} => FALSE
int unused = 7, used;
struct { int a; struct { char b; } in; } none = { 3, { 4 } };

static int nobody(int p) { return p; }

static int twice(int n)
{
    int scratch;
    return 14;
}

int start(int x)
{
    int k;
    used = twice(7);
    return used;
}
