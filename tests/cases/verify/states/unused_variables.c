// Properties about variables that the program does not use.
// verify: --entry start
// property: AG {unused == 7} => TRUE
// property: EF {unused != 7} => FALSE
// property: AG {none.a == 3 && none.in.b == 4} => TRUE
// property: AG {none.in.b != 4} => FALSE
// property: AG {x == 5} => FALSE
// property: {x == 5} -> AG {x == 5} => TRUE
// property: EF {k == 5} => TRUE
// property: AG {start::k == 0} => FALSE
// property: EF {twice::n == 7} => TRUE
// property: EF {twice::scratch == 3} => TRUE
// property: {nobody::p == 1} -> AG {nobody::p == 1} => TRUE
// property: AG {nobody::p == 1} => FALSE
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
