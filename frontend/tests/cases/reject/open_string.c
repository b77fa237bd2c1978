char *x = "abc;
