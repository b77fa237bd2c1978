int n, s;
int main(void) {
  for (int i = 0; i < n; i++) { if (i == 7) continue; if (s > 100) break; s += i; }
  do s--; while (s > 0);
  while (1) { if (s++ == 5) return 1; }
}
