// Red, green, yellow, red, ...: 0, 1, 2.
// check: AG (at(LOOP) -> {light == 0 || light == 1 || light == 2}) => TRUE
// check: AG (at(LOOP) & {light == 0} -> A[{light == 0} U {light == 1}]) => TRUE
// check: AG (at(LOOP) & {light == 0} -> A[{light == 0} U {light == 2}]) => FALSE
// check: AG (at(LOOP) -> AF {light == 2}) => TRUE
// check: EF (at(LOOP) & EG {light == 1}) => FALSE
// check: AG (at(LOOP) & {light == 1} -> !E[{light != 2} U {light == 0}]) => TRUE
// check: AF (at(LOOP) & {light == 2}) => TRUE
// check: AG AF (at(LOOP) & {light == 0}) => TRUE
int main(void) {
  int light;
  light = 0;
  while (1) {
  LOOP:
    if (light == 0)
      light = 1;
    else if (light == 1)
      light = 2;
    else
      light = 0;
  }
}
