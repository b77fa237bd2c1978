// belnap ctl 2
// SE-AΩ, §4: p holds and a happens, until p holds and b happens, and then q holds.
// expect done: TRUE
// expect at_once: FALSE
operator until4(p, a, b, q) = {p, a}* {p, b} {q} {}^w;

property done:    A until4(job.busy, <work>, <finish>, job.idle);
property at_once: A until4(job.busy, <finish>, <finish>, job.idle);
