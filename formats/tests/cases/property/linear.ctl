// belnap ctl 1
let req = p & !"q r";
let ltl = {x > 0};
property ltl: AG (X -> G) & ltl & F;
ltl response: G (req -> F ack);
ltl "a name": (a U b) U c & !(a U b U c) | X a R (b W (c & d)) -> F G true <-> G F (at(f:L) | enter(g) | halted);
ltl twice: X X pc != L1 & X !a;
ltl names: "G" & E & A & ltl & (a -> b) -> c <-> (d <-> e) & (a | b | c) & !!a;
