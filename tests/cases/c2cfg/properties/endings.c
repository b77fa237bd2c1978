extern void exit(int);
extern void abort(void);
int x;
int main(void) {
  if (x == 1) exit(1);
  if (x == 2) abort();
  return 0;
}
