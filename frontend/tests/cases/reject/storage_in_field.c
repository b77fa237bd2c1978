struct s { static int x; };
