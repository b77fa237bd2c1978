extern int elsewhere(void);
extern void reach_error(void);
int main(void) {
  if (elsewhere() == 1) reach_error();
  return 0;
}
