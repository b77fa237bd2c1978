int g; void low(void) { g = 0; }
void look(void) { if (g > 0) { L: ; } }
int main(void) { low(); g = 1; look(); return 0; }
