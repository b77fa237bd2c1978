// Locations by number are those of the graph that `belnap c2cfg --show` prints: n5 is the assignment
// in the branch, n1 and n2 are the first two in the program. Passes would renumber.
// check: EF (at(n5) & {x == 2}) => TRUE
// check: EF (at(n1) & {x == 2}) => TRUE
// check: EF (at(n2) & {x == 2}) => FALSE
int main(void) {
  int x;
  x = 0;
  x = 1;
  x = 2;
  if (x == 2)
    x = 5;
A:
  x = 6;
  return 0;
}
