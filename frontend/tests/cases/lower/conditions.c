// Conditions branch one atom at a time; without effects they stay values.
int f(void);
int main(void)
{
  int a, b, c, *p;
  _Bool t;
  if (a && (b || !c)) c = 1;
  if (!(a < b) != 0) c = 2;
  c = a && b;
  c = a < b || b < 3;
  c = a && f();
  c = (a || f()) == 1;
  c = a ? b : c;
  c = a ? f() : b;
  c = a ?: b;
  c = f() ?: b;
  t = p;
  t = a > 1 ? a < 3 : b;
  if (p && *p > 0 && b / a) c = 3;
  while (a && b) b--;
  do { if (c) break; } while (0);
  a && f();
  a ? f() : 0;
  c = !!a;
  c = !(a == 3 && b);
  return (a == b) == 0;
}
