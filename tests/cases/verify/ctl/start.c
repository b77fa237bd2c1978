// Properties of the first state: globals have their values, locals have any.
// check: {g == 4} => TRUE
// check: {x == 1} => FALSE
// check: {x == 1} | {x != 1} => TRUE
// check: {x > 5} -> AF {x > 5} => TRUE
// check: {x > 5} -> AG {x > 5} => FALSE
// check: {x > 5} -> AF AG {x == 3} => TRUE
// check: {x > 5 && x < 5} | AF {g == 7} => TRUE
int g = 4;
int main(void) {
  int x;
  x = 3;
  g = g + x;
  return 0;
}
