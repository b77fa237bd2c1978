// An execution that violates a formula after finitely many steps is run: the compiled program comes to its states
// in order.
// check: ltl {ack == 0} W ({ack == 1} & X G {ack == 1}) => FALSE
// says: replayed
// says: violates the formula, whatever follows
// check: ltl G ({ack == 1} -> X {ack == 1}) => FALSE
// says: replayed
// check: ltl G (at(SEND) -> X {req == 7}) => FALSE
// says: replayed
// check: ltl X X X {ack == 1} => FALSE
// says: replayed
// check: ltl (G {ack == 0}) | G ({req == 7} -> X ({ack == 0} | X {ack == 0})) => TRUE
// check: ltl F G {ack == 1} => FALSE
// says: replayed 3 rounds
extern int __VERIFIER_nondet_int(void);
int req, ack;

int main(void)
{
    while (1) {
        req = __VERIFIER_nondet_int();
        if (req == 7)
            ack = 0;
        else
            ack = 1;
    SEND:
        req = 0;
    }
}
