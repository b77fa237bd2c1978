x: int y;
