// A function that a pointer from outside leads to is taken for one without a body: it is assumed to
// return, and not to change `g`.
typedef void (*handler)(void);
extern handler handlers[];
extern int any();
int g;
int main(void) {
  int (*known)() = any;
  handlers[1]();
  known();
  return g;
}
