// What is read before it is written shows in no compiled program; other memory is not looked at.
// options: --check uninit
// check: default => FALSE
// says: not replayed: compiled programs do not show what is read before it is written
// options: --check uninit -DARRAY
// check: default => TRUE
// says: if arrays, members, and what pointers reach are written before they are read
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef ARRAY
  int x[1];
#define x x[0]
#else
  int x;
#endif
  if (__VERIFIER_nondet_int() != 77) x = 3;
  return x;
}
