extern void reach_error(void);
int main(void) { int i, s = 0; for (i = 0; i < 40; i++) s += i ^ 3;
  if (s != WANTED) reach_error(); return 0; }
