// A program that has nothing to say about errors, and one call that is never made: both hold.
// check: AG !enter(reach_error) => TRUE
// check: AG !enter(__VERIFIER_error) => TRUE
// check: EF enter(reach_error) => FALSE
extern void reach_error(void);
int main(void) {
  int x = 3;
  if (0)
    reach_error();
  return x;
}
