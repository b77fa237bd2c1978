// belnap ctl 1
/* every operator, with more parentheses
   than needed */
property ctl: (EX p) & (AX p) & (EF p) & (AF p) & (EG p) & (AG p);
property until: (E[p U q]) | (A[p U q]) | E[p R q] | A[p R q] | E[p W q] | A [p W q];
property modal: (<> p) && ([] p) && (<a> p) && ([a, b, "two words", 3] p);
property bool: ((!p) | (~q)) -> (r || s) <-> (true && !false);
property right: a -> b -> c;
property left: (a -> b) -> c;
property iff: a <-> b <-> c;
property iff_right: a <-> (b <-> c);
property unary: !(AG (p & q)) & EX (p -> q);
