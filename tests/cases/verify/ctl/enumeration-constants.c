// check: AG {work >= 0} => TRUE
// check: AG ({state == BUSY} -> EF {state == DONE}) => TRUE
// check: EF {state == HUGE_ONE} => FALSE
// check: AG {state != DONE} => FALSE
int __VERIFIER_nondet_int(void);
enum state { IDLE, BUSY = 4, DONE, HUGE_ONE = 0x80000000 };
enum state state = IDLE;
int work;
int main(void) {
  while (1) {
    switch (state) {
    case IDLE:
      if (__VERIFIER_nondet_int()) {
        work = 3;
        state = BUSY;
      }
      break;
    case BUSY:
      if (--work == 0) state = DONE;
      break;
    default:
      state = IDLE;
      break;
    }
  }
}
