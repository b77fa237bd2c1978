extern int x;
int main(void) {
  if (x > 0)
    x = 1;
  else
    x = 2;
P1: ;
}
