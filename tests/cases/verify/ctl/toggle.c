// x is 0, 1, 0, 1, ... for ever, after being anything before it is set.
// check: AG EF {x == 1} => TRUE
// check: AG AF {x == 1} => TRUE
// check: AF AG {x == 1} => FALSE
// check: EF EG {x == 1} => FALSE
// check: EG !halted => TRUE
// check: EF halted => FALSE
// check: AG ({x == 1} -> AF {x == 0}) => TRUE
// check: AF {x == 0} => TRUE
// check: AF AG {x == 0 || x == 1} => TRUE
// check: AG {x == 0 || x == 1} => FALSE
// check: !(AG AF {x == 0} & AG AF {x == 1}) => FALSE
int main(void) {
  int x;
  x = 0;
  while (1)
    x = !x;
}
