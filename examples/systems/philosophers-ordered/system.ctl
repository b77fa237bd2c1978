// belnap ctl 2
// Three philosophers; the last takes the other fork first.
// expect no_end: TRUE
// expect fork: TRUE
property no_end: A G(<!deadlock>);
property fork:   A G(!(p0.eats & p1.eats));
