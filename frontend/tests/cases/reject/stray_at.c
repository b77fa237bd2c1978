int x @ 1;
