// A lamp that a button turns on and off.
extern void press(void);
extern void light_on(void);
extern void light_off(void);

int on = 0;

int main(void) {
  while (1) {
    press();
    if (on) {
      on = 0;
      light_off();
    } else {
      on = 1;
      light_on();
    }
  }
}
