// What is unknown, here the numbers, does not matter on the way to the error.
// check: AG !failed => FALSE
// says: , replayed$
extern void reach_error(void);
double a[5], w;
int main(void) {
  for (int i = 0; i < 4; i++) {
    a[i] = i * 2.5; w += a[i];
    if (i == 2) reach_error();
  }
  return 0; }
