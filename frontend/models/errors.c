/* What it means to call an error function or an assertion that failed. Also used where the models
 * of the library are not: a program has the same errors then. library.c says how models are written.
 */

void __belnap_fail_error(void);

void reach_error(void) __attribute__((override));
void reach_error(void) { __belnap_fail_error(); }

void __VERIFIER_error(void) __attribute__((override));
void __VERIFIER_error(void) { __belnap_fail_error(); }

void __VERIFIER_assert(int condition) __attribute__((belnap_assert));

void assert(int condition) __attribute__((belnap_assert));
void __assert_fail(const char *text, const char *file, unsigned int line, const char *function)
    __attribute__((belnap_fail));
void __assert_perror_fail(int error, const char *file, unsigned int line, const char *function)
    __attribute__((belnap_fail));
void __assert(const char *text, const char *file, int line) __attribute__((belnap_fail));
void __assert_rtn(const char *function, const char *file, int line, const char *text)
    __attribute__((belnap_fail));
void __assert_func(const char *file, int line, const char *function, const char *text)
    __attribute__((belnap_fail));
