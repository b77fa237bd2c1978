// belnap ctl 2
// Four clients and an arbiter that grants in turn; the next only after the last has released.
// expect exclusive: TRUE
// expect no_end: TRUE
property exclusive: A G(!(c0.critical & c1.critical));
property no_end:    A G(<!deadlock>);
