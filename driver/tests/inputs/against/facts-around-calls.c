int g;
void set(void) { g = 1; }
int main(void) { int x = 0; g = 0; set(); if (x == g) return 1; return 0; }
