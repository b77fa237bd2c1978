// belnap ctl 2
// SE-AΩ, §5.1: more markers than needed never hurt, so a path where both are true is a word of
// {n}^w.
// expect both: TRUE
// expect never: FALSE
operator always(m, n) = {n}^w;

property both:  A always(m.p, m.q);
property never: A always(m.q, !m.p);
