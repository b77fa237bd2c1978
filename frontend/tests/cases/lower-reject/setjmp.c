typedef int jmp_buf[10];
int setjmp(jmp_buf);
jmp_buf b;
int unused(void) { return setjmp(b); }
int helper(void) { return setjmp(b); }
int main(void) { return helper(); }
