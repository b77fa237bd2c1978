extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int device(void);

int main(void) {
  int tries = 0, status = device();
  while (status != 0 && tries < 3) {
    tries = tries + 1;
    status = __VERIFIER_nondet_int();
  }
  if (tries > 3) reach_error();
  return status;
}
