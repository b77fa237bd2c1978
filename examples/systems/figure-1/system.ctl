// belnap ctl 2
// SE-AΩ, Fig. 1: with S1, S2 in one class and S3, S4 in another, a path that does not exist leaves
// the property open; it is found out in the second round.
// expect soon: TRUE
property soon: A always_or(<!a>, A within[2](m.p));
