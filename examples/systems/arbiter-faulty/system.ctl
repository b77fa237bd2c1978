// belnap ctl 2
// Four clients and an arbiter that grants in turn; in the faulty one it may grant to the next before the last has released.
// expect exclusive: FALSE
// expect no_end: TRUE
property exclusive: A G(!(c0.critical & c1.critical));
property no_end:    A G(<!deadlock>);
