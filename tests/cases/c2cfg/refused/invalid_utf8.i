// Bytes that are not UTF-8.
int x; ÿþ
int main(void) { return 0; }
