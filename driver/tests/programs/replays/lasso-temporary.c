// What has no name in C is not told of a loop.
// check: AF {on == 1} => FALSE
// says: the loop, run 3 times, begins at lasso-temporary.c:12 with on = 0
// lacks: tmp
extern int __VERIFIER_nondet_int(void);
static int on;
int main(void)
{
  int button;
  while (1) {
    // What is compared is kept in a temporary.
    button = __VERIFIER_nondet_int() != 0;
    if (button)
      on = 1;
  }
}
