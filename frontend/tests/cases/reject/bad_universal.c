char *x = "\u12";
