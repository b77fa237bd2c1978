extern int input(void);
extern void reach_error(void);
int main(void) {
  int lock = 0, n, old;
  do {
    if (lock != 0) reach_error();
    lock = 1;
    old = n;
    if (input()) { lock = 0; n = n + 1; }
  } while (n != old);
  if (lock != 1) reach_error();
  return 0;
}
