// belnap ctl 2
// The alternating-bit protocol over channels of one place that may lose what they carry.
// expect in_order: TRUE
// expect once_each: TRUE
// expect eventually: FALSE
// expect fairly: TRUE
// expect no_end: TRUE
property in_order:   A alternating(<!accept, deliver>, <accept>, <deliver>);
property once_each:  A W(<!deliver>, <accept>);
property eventually: A response(<!accept>, <deliver>);
operator unless_lost(n, q, l) = ({}* {q})^w | ({}* {q})? {n}^w | ({}* {l})^w;
property fairly:     A unless_lost(<!accept>, <deliver>, <lose_there, lose_back, timeout>);
property no_end:     A G(<!deadlock>);
