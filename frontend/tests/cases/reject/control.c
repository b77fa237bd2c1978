int x;
