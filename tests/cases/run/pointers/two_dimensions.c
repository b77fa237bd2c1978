// Arrays of arrays, pointers to arrays, arrays of pointers to rows.
extern void observe(unsigned long long value);
static int sum(int rows, int (*m)[4]) {
  int s = 0;
  for (int i = 0; i < rows; i++) for (int j = 0; j < 4; j++) s += m[i][j] * (i + 1);
  return s;
}
int main(void) {
  int m[3][4], t[4][3], cube[2][2][2];
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = t[j][i] = i * 4 + j;
  observe(sum(3, m));
  observe(t[3][2]);
  observe(*(*(m + 1) + 2));
  int (*row)[4] = &m[1];
  observe((*row)[3]);
  row++;
  observe(row[0][0]);
  int *flat = &m[0][0];
  observe(flat[7]);
  for (int i = 0; i < 8; i++) cube[i >> 2][i >> 1 & 1][i & 1] = i * i;
  observe(cube[1][0][1]);
  observe(sizeof m + sizeof m[0] + sizeof *m[0]);
  observe((int)(&m[2] - &m[0]));
  return 0;
}
