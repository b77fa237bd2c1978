int f(foo x);
