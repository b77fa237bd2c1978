property p: AG a;
ltl p: G a;
