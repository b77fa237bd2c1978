int x = 0b12;
