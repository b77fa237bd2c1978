// x is 0, 1, 0, 1, ... for ever, after being anything before it is set.
// property: AG EF {x == 1} => TRUE
// property: AG AF {x == 1} => TRUE
// property: AF AG {x == 1} => FALSE
// property: EF EG {x == 1} => FALSE
// property: EG !halted => TRUE
// property: EF halted => FALSE
// property: AG ({x == 1} -> AF {x == 0}) => TRUE
// property: AF {x == 0} => TRUE
// property: AF AG {x == 0 || x == 1} => TRUE
// property: AG {x == 0 || x == 1} => FALSE
// property: !(AG AF {x == 0} & AG AF {x == 1}) => FALSE
int main(void) {
  int x;
  x = 0;
  while (1)
    x = !x;
}
