int x = f(1, 2;
