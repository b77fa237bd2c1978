typedef int T; int f(a, T) { }
