// Asks for a connection, configures it, sends some data, and disconnects.
enum { CLOSED, ASKED, CONFIGURING, OPEN };

extern void connect(void);
extern int answer(void);
extern void configure(void);
extern void data(void);
extern void echo(void);
extern void disconnect(void);
extern _Bool __VERIFIER_nondet_bool(void);

int state = CLOSED;

int main(void) {
  while (1) {
    state = ASKED;
    connect();
    if (answer()) {
      state = CONFIGURING;
      configure();
      state = OPEN;
      while (__VERIFIER_nondet_bool()) {
        data();
        echo();
      }
      disconnect();
    }
    state = CLOSED;
  }
}
