int a\u2192b;
