// What refinement found on the way is in the proof; three conditions suffice, and a person can read
// what they say.
// options: --unroll off
// check: default => TRUE
// says: holds (4 iterations, 9 predicates), certified$
// says: state == 20 && hit == 0
// options: --unroll off --minimal
// check: default => TRUE
// says: holds (4 iterations, 3 of 9 predicates needed), certified$
// says: protocol.c:26  state > 30 || hit != 0 || flag <= 1$
// options: --unroll off --minimal --minimal-time 0
// check: default => TRUE
// says: at most 9 of 9 predicates needed: the time limit (--minimal-time) was reached), certified$
// options: --unroll off --minimal --json
// check: default => TRUE
// says: "needed": 3,
// says: "of": 9,
// says: "smallness": "minimum"
// options: --minimal
// check: default => TRUE
// says: holds (by the states it may reach
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int state = 10, hit = __VERIFIER_nondet_int(), flag = 0, sent = 0;
  while (state != 60) {
    switch (state) {
    case 10:
      flag = 1;
      state = hit ? 40 : 20;
      break;
    case 20:
      if (sent == 1)
        sent = 2;
      state = 30;
      break;
    case 30:
      if (!hit && flag == 2)
        reach_error();
      state = hit ? 50 : 40;
      break;
    case 40:
      if (flag == 1)
        flag = 2;
      state = hit ? 30 : 50;
      break;
    default:
      sent = 1;
      state = 60;
    }
  }
  return 0;
}
