let a = p;
