static static int x;
