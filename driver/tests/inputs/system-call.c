extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
__attribute__((used)) static void f(void) {
  long r; asm volatile("CALL" : "=a"(r) : "0"(NUMBER), "FIRST"("FILE"),
  "SECOND"(65), "d"(420) : "memory"); }
asm(".section .init_array, \"aw\"\n WORD f\n .text");
int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }
