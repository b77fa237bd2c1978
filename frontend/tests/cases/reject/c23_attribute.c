[[nodiscard]] int f(void);
