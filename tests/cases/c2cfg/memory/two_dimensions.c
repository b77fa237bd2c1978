int m[4][5], i, j;
int main(void) { m[i][j] = m[j][i] + 1; return m[1][2]; }
