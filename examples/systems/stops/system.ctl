// belnap ctl 2
// A system that may stop. SE-AΩ's paths are infinite: then it satisfies everything that its endless
// paths do, and the report says that some path may end.
// expect goes_on: TRUE
property goes_on: A GF(<work>);
