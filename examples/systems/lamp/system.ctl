// belnap ctl 2
// A button and a lamp that it turns on and off.
// expect turns: TRUE
// expect other_way: FALSE
// expect on_after: TRUE
// expect counted: TRUE
// expect no_end: TRUE
operator turns(i, x, y) = ({i}* {x} {i}* {y})^w;

property turns:     A turns(<!light_on, light_off>, <light_on>, <light_off>);
property other_way: A turns(<!light_on, light_off>, <light_off>, <light_on>);
property on_after:  A always_or(<!light_on>, lamp.on);
property counted:   A even(<press>);
property no_end:    A G(<!deadlock>);
