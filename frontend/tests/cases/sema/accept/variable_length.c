// Arrays of variable length.
int vla(int n, int m, int p[n][m]) {
  int a[n]; int b[n][m]; typedef int T[n]; T t; int (*q)[m] = b; 
  a[1] = sizeof a; b[1][2] = sizeof b[0]; q++; q += 2; q[1][0] = 2;
  p[1][2] = 3; int d = &b[2] - &b[0]; 
  return sizeof(T) + sizeof(int[n + 1]) + sizeof t + sizeof *q + d + (*(int (*)[n])p)[1];
}
