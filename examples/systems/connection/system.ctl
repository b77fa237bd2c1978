// belnap ctl 2
// A connection is requested, configured by both sides, used and closed; after SE-AΩ's sentence about
// handshakes, a formula speaks of states and events: data is sent only while both sides are open, and
// an open caller gets an answer to each packet.
// expect only_open: TRUE
// expect confirmed: TRUE
// expect configured: TRUE
// expect again: FALSE
// expect closes: FALSE (the nested A is about all paths from there, not only those that disconnect)
property only_open:  A always_or(<!data>, caller.open & callee.open);
property confirmed:  A response(<!data>, <echo>);
property configured: A W(!caller.open, <configure>);
property again:      A GF(<connect>);
property closes:     A always_or(<!disconnect>, A X(!callee.open));
