foo f(int x) { return x; }
