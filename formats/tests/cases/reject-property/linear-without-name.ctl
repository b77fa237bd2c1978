property p: G F a;
