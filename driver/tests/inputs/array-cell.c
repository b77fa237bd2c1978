extern void reach_error(void);
int main(void) {
  int b[3];
  if (b[1] == 5) reach_error();
  return 0;
}
