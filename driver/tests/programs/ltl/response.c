// What every execution does, in LTL: with CTL where that says the same, else on the product of the program with
// an automaton.
// check: ltl G ({req == 1} -> F {ack == 1}) => TRUE
// says: p1: G ({req == 1} -> F {ack == 1})$
// says: certified
// check: ltl G F {req == 1} -> G F {ack == 1} => TRUE
// says: certified
// check: ltl F G {ack == 0} => FALSE
// says: certified
// says: from here again and again:$
// says: LTL: {ack == 0}: false (ack = 1)
// lacks: ltl$
// check: ltl G F {ack == 1} => FALSE
// says: FALSE$
// check: ltl {req == 0} U ({req == 1} & X {ack == 0}) => FALSE
// check: ltl G (halted -> {ack == 1}) => TRUE
// check: ltl G nothing => REFUSED
// says: nothing here is called 'nothing'
// check: ltl AG {ack == 1} => REFUSED
// says: this looks like CTL
extern int __VERIFIER_nondet_int(void);
int req, ack;
int main(void) {
  req = 0;
  ack = 0;
  while (1) {
    ack = 0;
    req = __VERIFIER_nondet_int() != 0;
    if (req) ack = 1;
    req = 0;
  }
}
