int main(void) { int amount = 1; return amount; }
