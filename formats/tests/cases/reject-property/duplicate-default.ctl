property p2: p;
AG q;
