void f(void) { [[maybe_unused]] int x; }
