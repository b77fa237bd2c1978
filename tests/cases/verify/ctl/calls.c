// A function called twice; static initialisers are before the start.
// check: {total == 3} => TRUE
// check: AG {total >= 3} => TRUE
// check: AF {total == 8} => TRUE
// check: AF AG {total == 8} => TRUE
// check: EF enter(add) => TRUE
// check: AG ({total == 3} -> AF {total == 5}) => TRUE
// check: A[{total == 3} U {total == 5}] => TRUE
// check: AG {total != 5} => FALSE
int total = 3;
void add(int n) { total = total + n; }
int main(void) {
  add(2);
  add(3);
  return 0;
}
