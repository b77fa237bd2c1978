// A button that somebody presses again and again.
extern void press(void);

int main(void) {
  while (1)
    press();
}
