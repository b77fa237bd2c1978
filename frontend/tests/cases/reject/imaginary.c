double x = 1.5i;
