// Puts items into a queue, or waits until it is woken: which of the two is one step, so that there is
// no time between the look and the wait.
extern int put_or_wait(void);
extern void woken(void);

int main(void) {
  while (1)
    while (put_or_wait())
      woken();
}
