int x = (static int) 1;
