// belnap ctl 2
// expect bounded: TRUE
// expect blocks: FALSE
// expect no_end: FALSE
property bounded: A G(queue.{count <= 2});
// Waiting happens only when the queue is full.
property blocks:  A always_or(<!wait>, queue.{count == 2});
property no_end:  A G(<!deadlock>);
