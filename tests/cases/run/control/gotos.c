// goto forwards, backwards, into and out of blocks and loops.
extern void observe(unsigned long long value);
int main(void) {
  int i = 0;
again:
  i++;
  if (i < 3) goto again;
  observe(i);
  goto inside;
  while (i < 100) {
    i += 50;
  inside:
    observe(i);
    if (i == 53) goto out;
  }
  observe(999);
out:
  for (int k = 0; k < 10; k++) {
    for (int j = 0; j < 10; j++) {
      if (k * j == 42) { observe(k * 10 + j); goto done; }
    }
  }
done: {
  int local = 5;
  goto last;
  local = 6;
last:
  observe(local);
}
  return 0;
}
