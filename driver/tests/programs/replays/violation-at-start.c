// A violation at the start need not be followed by another.
// check: AG {x == 1} => FALSE
// says: , certified after passes$
int main(void) { int x = 1; if (x == 2) { x = 3; } return 0; }
