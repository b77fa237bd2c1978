int main(void) { return 0; L: return 1; }
