// A server that is busy at times, and never refuses twice in a row.
extern void req(void);
extern void ok(void);
extern void no(void);
extern _Bool __VERIFIER_nondet_bool(void);
int refused = 0;
int main(void) {
  while (1) {
    req();
    int busy = __VERIFIER_nondet_bool();
    if (busy && !refused) {
      refused = 1;
      no();
    } else {
      refused = 0;
      ok();
    }
  }
}
