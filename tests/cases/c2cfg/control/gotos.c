int x;
int main(void) {
  goto inside;
again:
  x--;
  while (x > 0) {
inside:
    x++;
    if (x == 10) goto out;
  }
  goto again;
out:
  return x;
}
