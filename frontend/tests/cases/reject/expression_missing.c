int x = 1 + ;
