// Strictly a verdict needs the evidence that was asked for, and the last option counts.
// options: --inline none
// check: AG {g <= 1} => TRUE
// says: not certified
// options: --inline none --strict
// check: AG {g <= 1} => UNKNOWN
// says: unknown: TRUE, not certified
// options: --inline none --strict --no-certify --no-replay
// check: AG {g <= 1} => TRUE
// options: --inline none --strict --no-certify --no-replay --certify
// check: AG {g <= 1} => UNKNOWN
// says: unknown: TRUE, not certified
int g; void f(void) { g = 1; }
int main(void) { f(); return g; }
