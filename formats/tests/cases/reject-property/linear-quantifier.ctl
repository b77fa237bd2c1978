ltl p: G AF a;
