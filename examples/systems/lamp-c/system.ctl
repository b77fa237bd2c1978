// belnap ctl 2
// Internal steps are steps, too: a press is not at every other of them.
// expect alternates: TRUE
// expect begins: FALSE
// expect lit: TRUE
// expect beats: FALSE
operator turns(i, x, y) = ({i}* {x} {i}* {y})^w;
property alternates: A turns(<!light_on, light_off>, <light_on>, <light_off>);
property begins:     A turns(<!light_on, light_off>, <light_off>, <light_on>);
property lit:        A always_or(<!light_on>, lamp.{on == 1});
property beats:      A even(<press>);
