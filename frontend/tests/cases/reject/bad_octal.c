int x = 089;
