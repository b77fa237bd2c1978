char *x = "\xg";
