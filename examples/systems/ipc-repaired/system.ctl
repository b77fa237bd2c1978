// belnap ctl 2
// Two threads and a queue of two places. A writer that finds the queue full waits to be woken.
// expect blocks: TRUE
// expect delivered: TRUE
// expect no_end: TRUE
// Waiting happens only when the queue is full.
property blocks:    A always_or(<!wait>, queue.full);
// What is put is got.
property delivered: A response(<!put>, <get>);
property no_end:    A G(<!deadlock>);
