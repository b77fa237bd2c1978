// Statements.
int cases(int x) {
  switch (x) { case 1: case 2 ... 5: return 1; case 'a': x++; default: break; case -1: { case 100: x--; } }
  switch ((unsigned char)x) { case 300 - 45: return 2; }
  lab: if (x++ < 10) goto lab;
  void *tab[] = { &&l1, &&l2 }; goto *tab[x & 1]; l1: x = 1; l2: x = 2;
  { __label__ loc; if (x) goto loc; x = 3; loc: ; }
  for (int i = 0, j = 1; i < 3; i++, j--) { if (i) continue; else break; }
  do x--; while (x > 0);
  return ({ int y = x; y > 3 ? y : -y; });
}
