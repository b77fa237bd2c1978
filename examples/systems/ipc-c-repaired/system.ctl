// belnap ctl 2
// expect bounded: TRUE
// expect blocks: TRUE
// expect no_end: TRUE
property bounded: A G(queue.{count <= 2});
property blocks:  A always_or(<!wait>, queue.{count == 2});
property no_end:  A G(<!deadlock>);
