char *x = “abc”;
