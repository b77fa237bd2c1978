// Names of things that have another name.
static int x;
static int change(void) { return x = 1; }
int alias(void) __attribute__((alias("change")));
int unused(void) __attribute__((alias("change")));
int defined(void) { return x = 2; }
int renamed(void) __asm__("defined");
extern int variable __attribute__((alias("x")));
int main(void) { alias(); renamed(); return variable; }
