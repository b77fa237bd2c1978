let true = p;
