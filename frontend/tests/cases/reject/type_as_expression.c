typedef int T; int x = T;
