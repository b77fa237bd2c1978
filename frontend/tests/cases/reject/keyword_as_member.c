struct s { int for; };
