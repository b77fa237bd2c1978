int x = ((1);
