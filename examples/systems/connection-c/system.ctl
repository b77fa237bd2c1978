// belnap ctl 2
// After SE-AΩ's sentence about the handshakes of a protocol stack: states and events in one formula.
// expect only_open: TRUE
// expect confirmed: TRUE
// expect configured: TRUE
// expect again: FALSE
// expect accepted: FALSE
property only_open:  A always_or(<!data>, caller.{state == 3} & callee.{open == 1});
property confirmed:  A response(<!data>, <echo>);
property configured: A W(!caller.{state == 3}, <configure>);
property again:      A GF(<connect>);
property accepted:   A always_or(<!connect>, A W(<!refuse>, <data>));
