// Puts items into a queue. If it finds the queue full, it waits until it is woken. Between the look
// and the wait the reader can take an item, and wake nobody: that is the race.
extern int poll(void);
extern void put(void);
extern void wait_for_room(void);
extern void woken(void);

int main(void) {
  while (1) {
    if (poll()) {
      wait_for_room();
      woken();
    }
    put();
  }
}
