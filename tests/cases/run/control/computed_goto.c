// Labels as values: a small bytecode interpreter.
extern void observe(unsigned long long value);
static int run(const unsigned char *code) {
  static void *ops[] = {&&halt, &&push, &&add, &&mul, &&dup};
  int stack[8], sp = 0;
  goto *ops[*code++];
push: stack[sp++] = *code++; goto *ops[*code++];
add: sp--; stack[sp - 1] += stack[sp]; goto *ops[*code++];
mul: sp--; stack[sp - 1] *= stack[sp]; goto *ops[*code++];
dup: stack[sp] = stack[sp - 1]; sp++; goto *ops[*code++];
halt: return stack[sp - 1];
}
int main(void) {
  static const unsigned char program[] = {1, 3, 1, 4, 2, 4, 3, 1, 2, 2, 0};
  observe(run(program));
  return 0;
}
