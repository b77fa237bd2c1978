int x = 'a;
