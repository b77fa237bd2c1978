int x = 12foo;
