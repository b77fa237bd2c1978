// belnap ctl 2
// expect kept: FALSE
// expect no_end: TRUE
// What goes in comes out.
property kept:   A G(<!p5_0>);
property no_end: A G(<!deadlock>);
