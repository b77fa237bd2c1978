// A function called twice; static initialisers are before the start.
// property: {total == 3} => TRUE
// property: AG {total >= 3} => TRUE
// property: AF {total == 8} => TRUE
// property: AF AG {total == 8} => TRUE
// property: EF enter(add) => TRUE
// property: AG ({total == 3} -> AF {total == 5}) => TRUE
// property: A[{total == 3} U {total == 5}] => TRUE
// property: AG {total != 5} => FALSE
int total = 3;
void add(int n) { total = total + n; }
int main(void) {
  add(2);
  add(3);
  return 0;
}
