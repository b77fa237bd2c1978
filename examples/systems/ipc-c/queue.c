// What the two threads share is a component that both ask: a queue of two places, and whether the
// writer waits.
enum { PUT, GET, WAIT, WAKE, LOOK };

extern int next(int count, int waiting);

int count = 0;
int waiting = 0;

int main(void) {
  while (1) {
    switch (next(count, waiting)) {
    case PUT:
      count = count + 1;
      break;
    case GET:
      count = count - 1;
      break;
    case WAIT:
      waiting = 1;
      break;
    case WAKE:
      waiting = 0;
      break;
    }
  }
}
