// Gets items, and wakes the writer if it waits.
extern void get(void);
extern void notify(void);

int main(void) {
  while (1) {
    get();
    notify();
  }
}
