// The elevator starts with its doors open after an emergency stop.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);

enum state { IDLE, OPEN, MOVING, STOPPED };

int main(void) {
  enum state state = IDLE;
  int doors = 0;
  for (;;) {
    int event = __VERIFIER_nondet_int();
    switch (state) {
    case IDLE:
      if (event == 1) { doors = 1; state = OPEN; }
      else if (event == 2) state = MOVING;
      break;
    case OPEN:
      if (event == 3) { doors = 0; state = IDLE; }
      break;
    case MOVING:
      if (event == 4) state = IDLE;
      else if (event == 5) state = STOPPED;
      break;
    case STOPPED:
      doors = 1;
      if (event == 6) state = MOVING;
      break;
    }
    assert(!(state == MOVING && doors));
  }
}
