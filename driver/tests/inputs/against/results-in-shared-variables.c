int g;
int one(void) { return 1; }
int main(void) { g = 0; g = one(); if (g == 0) return 1; return 0; }
