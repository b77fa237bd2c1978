// A program that has ended stays where it is.
// check: ltl F halted => TRUE
// check: ltl F G {x == 3} => TRUE
// says: certified
// check: ltl G F {x == 1} => FALSE
// check: ltl F G halted & G ({x == 2} -> F {x == 3}) => TRUE
// check: ltl F (at(DONE) & X halted) => TRUE
// check: ltl G !at(DONE) => FALSE
// says: replayed
// says: FALSE(unreach-call)$
int x;
int main(void) {
  while (x < 3) x++;
DONE:
  return 0;
}
