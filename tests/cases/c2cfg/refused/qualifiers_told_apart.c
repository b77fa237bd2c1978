int main(void) { return _Generic((const char *)0, char *: 1, const char *: 2, default: 3); }
