// Properties of the first state: globals have their values, locals have any.
// property: {g == 4} => TRUE
// property: {x == 1} => FALSE
// property: {x == 1} | {x != 1} => TRUE
// property: {x > 5} -> AF {x > 5} => TRUE
// property: {x > 5} -> AG {x > 5} => FALSE
// property: {x > 5} -> AF AG {x == 3} => TRUE
// property: {x > 5 && x < 5} | AF {g == 7} => TRUE
int g = 4;
int main(void) {
  int x;
  x = 3;
  g = g + x;
  return 0;
}
