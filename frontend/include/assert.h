/* May be included several times, with and without NDEBUG. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
void __assert_fail(const char *text, const char *file, unsigned int line, const char *function)
    __attribute__((noreturn));
#define assert(condition) \
  ((void)sizeof((condition) ? 1 : 0), __extension__({ \
    if (condition) ; \
    else __assert_fail(#condition, __FILE__, __LINE__, __func__); \
  }))
#endif
#undef static_assert
#define static_assert _Static_assert
