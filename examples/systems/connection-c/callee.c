// Accepts a connection or refuses it, and sends back what it gets.
extern void connect(void);
extern void accept(void);
extern void refuse(void);
extern void configure(void);
extern int more(void);
extern void echo(void);
extern _Bool __VERIFIER_nondet_bool(void);

int open = 0;

int main(void) {
  while (1) {
    connect();
    if (__VERIFIER_nondet_bool()) {
      accept();
      configure();
      open = 1;
      while (more())
        echo();
      open = 0;
    } else {
      refuse();
    }
  }
}
