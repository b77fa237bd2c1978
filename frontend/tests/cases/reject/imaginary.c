int x = 2i;
