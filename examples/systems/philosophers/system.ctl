// belnap ctl 2
// Three philosophers; each takes the left fork first.
// expect no_end: FALSE
// expect fork: TRUE
property no_end: A G(<!deadlock>);
property fork:   A G(!(p0.eats & p1.eats));
