// A thermostat with hysteresis does not switch twice within three degrees.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

enum { OFF, ON };

int main(void) {
  int heater = OFF, switched_at = -100, first = 1, temperature = 20;
  while (__VERIFIER_nondet_int()) {
    int change = __VERIFIER_nondet_int();
    __VERIFIER_assume(change >= -1 && change <= 1);
    temperature += change;
    __VERIFIER_assume(temperature >= 0 && temperature <= 40);
    int before = heater;
    if (temperature <= 18)
      heater = ON;
    else if (temperature >= 21)
      heater = OFF;
    if (heater != before) {
      int distance = temperature > switched_at ? temperature - switched_at : switched_at - temperature;
      assert(first || distance >= 3);
      first = 0;
      switched_at = temperature;
    }
  }
  return 0;
}
